//! An event queue that always holds one event per key: a 4-ary heap whose first event is replaced.

/// What happens when to which key. Earlier events come first, at one instant the smaller key.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Event {
    /// The instant in nanoseconds, not negative.
    pub(crate) at_ns: i64,
    /// The key.
    pub(crate) key: u32,
}

/// An event as one number in queue order.
type Packed = u128;

fn pack(event: Event) -> Packed {
    Packed::from(event.at_ns.unsigned_abs()) << 32 | Packed::from(event.key)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the instant lies above bit 32 and the key below"
)]
fn unpack(packed: Packed) -> Event {
    Event {
        at_ns: (packed >> 32) as i64,
        key: packed as u32,
    }
}

/// Siblings share a cache line.
#[derive(Copy, Clone, Debug)]
#[repr(align(64))]
struct Siblings([Packed; 4]);

/// The queue. Node 0 is the first event; nodes 4g+1 to 4g+4 are group g, the children of node g.
#[derive(Debug)]
pub(crate) struct Queue {
    first: Packed,
    groups: Vec<Siblings>,
}

impl Queue {
    /// A queue of these events, at least one.
    pub(crate) fn new(events: impl Iterator<Item = Event>) -> Self {
        let mut packed: Vec<Packed> = events.map(pack).collect();
        // A sorted list is a heap.
        packed.sort_unstable();
        let groups = packed[1..]
            .chunks(4)
            .map(|chunk| {
                let mut siblings = Siblings([Packed::MAX; 4]);
                siblings.0[..chunk.len()].copy_from_slice(chunk);
                siblings
            })
            .collect();
        Self {
            first: packed[0],
            groups,
        }
    }

    /// The first event.
    pub(crate) fn first(&self) -> Event {
        unpack(self.first)
    }

    /// Moves the first event to a later instant.
    pub(crate) fn replace_first(&mut self, at_ns: i64) {
        let moved = pack(Event {
            at_ns,
            ..self.first()
        });
        let Some(children) = self.groups.first() else {
            self.first = moved;
            return;
        };
        let (least, slot) = smallest(children);
        if moved < least {
            self.first = moved;
            return;
        }
        self.first = least;
        let (mut group, mut slot) = (0, slot);
        loop {
            let child_group = 4 * group + slot + 1;
            match self.groups.get(child_group).map(smallest) {
                Some((value, child_slot)) if value < moved => {
                    self.groups[group].0[slot] = value;
                    (group, slot) = (child_group, child_slot);
                }
                _ => {
                    self.groups[group].0[slot] = moved;
                    return;
                }
            }
        }
    }
}

fn smallest(siblings: &Siblings) -> (Packed, usize) {
    let [a, b, c, d] = siblings.0;
    let left = if b < a { (b, 1) } else { (a, 0) };
    let right = if d < c { (d, 3) } else { (c, 2) };
    if right.0 < left.0 { right } else { left }
}
