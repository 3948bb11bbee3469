resource "google_container_node_pool" "fast" {
  cluster = "c"
  node_config {
    machine_type = "e2-standard-4"
    kubelet_config {
      crash_loop_back_off {
        max_container_restart_period = "301s"
      }
    }
  }
}
