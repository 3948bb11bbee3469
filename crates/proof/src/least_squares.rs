//! Least squares with coefficients that are not negative.
//!
//! Own code, because the problems here have at most six unknowns and forty rows: the normal
//! equations are solved by cyclic coordinate descent, which is a dozen lines, needs no pivoting, and
//! gives the same bits everywhere, where a linear algebra crate would be the largest dependency of
//! this one.

/// Sweeps over the coefficients; a quarter of them is enough for the fits here.
const SWEEPS: u32 = 20_000;

/// The coefficients, none negative, with which the sums of the `rows` come closest to `values`: the
/// squares of the relative errors are the smallest. A column of nothing but zeros gets 0.
#[must_use]
pub fn relative<const N: usize>(rows: &[[f64; N]], values: &[f64]) -> [f64; N] {
    let mut normal = [[0.0; N]; N];
    let mut right = [0.0; N];
    for (row, value) in rows.iter().zip(values) {
        let row = row.map(|part| part / value);
        for i in 0..N {
            right[i] += row[i];
            for j in 0..N {
                normal[i][j] += row[i] * row[j];
            }
        }
    }
    let mut coefficients = [0.0; N];
    for _ in 0..SWEEPS {
        for i in 0..N {
            if normal[i][i] > 0.0 {
                let others: f64 = (0..N)
                    .filter(|j| *j != i)
                    .map(|j| normal[i][j] * coefficients[j])
                    .sum();
                coefficients[i] = ((right[i] - others) / normal[i][i]).max(0.0);
            }
        }
    }
    coefficients
}

/// The sum of a row under coefficients.
#[must_use]
pub fn sum<const N: usize>(row: &[f64; N], coefficients: &[f64; N]) -> f64 {
    row.iter().zip(coefficients).map(|(part, each)| part * each).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_come_back_and_none_is_negative() {
        let rows: Vec<[f64; 3]> = (1..20_u16)
            .map(|n| [100.0, f64::from(n * n), f64::from(n % 5)])
            .collect();
        let values: Vec<f64> = rows.iter().map(|row| sum(row, &[2.0, 0.5, 7.0])).collect();
        let [a, b, c] = relative(&rows, &values);
        assert!((a - 2.0).abs() < 1e-6 && (b - 0.5).abs() < 1e-6 && (c - 7.0).abs() < 1e-6);
        // What would be negative is left out.
        let values: Vec<f64> = rows.iter().map(|row| sum(row, &[20.0, 0.5, -1.0])).collect();
        let [_, _, none] = relative(&rows, &values);
        assert!(none.abs() < 1e-12, "{none}");
    }
}
