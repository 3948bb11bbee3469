//! The fields of a `KubeletConfiguration`, by name and type.
//!
//! Read from kubernetes/kubelet `config/v1beta1/types.go` at 0ac2cd6d (2026). A release is given where a field is
//! known to be younger than 1.28.

/// The type of a field, as far as decoding can refuse a value.
#[derive(Copy, Clone, Debug)]
pub(super) enum Kind {
    Bool,
    Int32,
    Int64,
    Float,
    Text,
    /// A string in the syntax of Go durations.
    Duration,
    List(&'static Kind),
    Map(&'static Kind),
    Struct(&'static Struct),
    /// A part whose inside is not checked here.
    Any,
}

/// A Go struct.
#[derive(Debug)]
pub(super) struct Struct {
    /// The name that Go's error messages use.
    pub(super) name: &'static str,
    pub(super) fields: &'static [Field],
}

/// A field: its JSON name, its type and its first release (28 for older ones).
#[derive(Debug)]
pub(super) struct Field(pub(super) &'static str, pub(super) Kind, pub(super) u8);

const OLD: u8 = 28;

const fn of(name: &'static str, fields: &'static [Field]) -> Struct {
    Struct { name, fields }
}

const TEXTS: Kind = Kind::List(&Kind::Text);
const TEXT_MAP: Kind = Kind::Map(&Kind::Text);

const AUTHENTICATION: Struct = of(
    "KubeletAuthentication",
    &[
        Field("x509", Kind::Struct(&X509), OLD),
        Field("webhook", Kind::Struct(&WEBHOOK_AUTHENTICATION), OLD),
        Field("anonymous", Kind::Struct(&ANONYMOUS), OLD),
    ],
);
const X509: Struct = of(
    "KubeletX509Authentication",
    &[Field("clientCAFile", Kind::Text, OLD)],
);
const WEBHOOK_AUTHENTICATION: Struct = of(
    "KubeletWebhookAuthentication",
    &[
        Field("enabled", Kind::Bool, OLD),
        Field("cacheTTL", Kind::Duration, OLD),
    ],
);
const ANONYMOUS: Struct = of(
    "KubeletAnonymousAuthentication",
    &[Field("enabled", Kind::Bool, OLD)],
);
const AUTHORIZATION: Struct = of(
    "KubeletAuthorization",
    &[
        Field("mode", Kind::Text, OLD),
        Field("webhook", Kind::Struct(&WEBHOOK_AUTHORIZATION), OLD),
    ],
);
const WEBHOOK_AUTHORIZATION: Struct = of(
    "KubeletWebhookAuthorization",
    &[
        Field("cacheAuthorizedTTL", Kind::Duration, OLD),
        Field("cacheUnauthorizedTTL", Kind::Duration, OLD),
    ],
);
const MEMORY_SWAP: Struct = of(
    "MemorySwapConfiguration",
    &[Field("swapBehavior", Kind::Text, OLD)],
);
const MEMORY_RESERVATION: Struct = of(
    "MemoryReservation",
    &[
        Field("numaNode", Kind::Int32, OLD),
        Field("limits", Kind::Map(&Kind::Any), OLD),
    ],
);
const SHUTDOWN_BY_PRIORITY: Struct = of(
    "ShutdownGracePeriodByPodPriority",
    &[
        Field("priority", Kind::Int32, OLD),
        Field("shutdownGracePeriodSeconds", Kind::Int64, OLD),
    ],
);
const USER_NAMESPACES: Struct = of("UserNamespaces", &[Field("idsPerPod", Kind::Int64, OLD)]);
/// The part that this workspace is about.
pub(super) const CRASH_LOOP_BACK_OFF: Struct =
    of("CrashLoopBackOffConfig", &[Field(PERIOD, Kind::Duration, OLD)]);

/// The name of the field for the maximum delay.
pub(super) const PERIOD: &str = "maxContainerRestartPeriod";

/// The whole document.
#[rustfmt::skip]
pub(super) const KUBELET_CONFIGURATION: Struct = of("KubeletConfiguration", &[
    Field("apiVersion", Kind::Text, OLD),
    Field("kind", Kind::Text, OLD),
    Field("enableServer", Kind::Bool, OLD),
    Field("staticPodPath", Kind::Text, OLD),
    Field("podLogsDir", Kind::Text, 29),
    Field("syncFrequency", Kind::Duration, OLD),
    Field("fileCheckFrequency", Kind::Duration, OLD),
    Field("httpCheckFrequency", Kind::Duration, OLD),
    Field("staticPodURL", Kind::Text, OLD),
    Field("staticPodURLHeader", Kind::Map(&TEXTS), OLD),
    Field("address", Kind::Text, OLD),
    Field("port", Kind::Int32, OLD),
    Field("readOnlyPort", Kind::Int32, OLD),
    Field("tlsCertFile", Kind::Text, OLD),
    Field("tlsPrivateKeyFile", Kind::Text, OLD),
    Field("tlsCipherSuites", TEXTS, OLD),
    Field("tlsCurvePreferences", Kind::List(&Kind::Int32), OLD),
    Field("tlsMinVersion", Kind::Text, OLD),
    Field("rotateCertificates", Kind::Bool, OLD),
    Field("serverTLSBootstrap", Kind::Bool, OLD),
    Field("authentication", Kind::Struct(&AUTHENTICATION), OLD),
    Field("authorization", Kind::Struct(&AUTHORIZATION), OLD),
    Field("registryPullQPS", Kind::Int32, OLD),
    Field("registryBurst", Kind::Int32, OLD),
    Field("imagePullCredentialsVerificationPolicy", Kind::Text, 33),
    Field("preloadedImagesVerificationAllowlist", TEXTS, 33),
    Field("eventRecordQPS", Kind::Int32, OLD),
    Field("eventBurst", Kind::Int32, OLD),
    Field("enableDebuggingHandlers", Kind::Bool, OLD),
    Field("enableContentionProfiling", Kind::Bool, OLD),
    Field("healthzPort", Kind::Int32, OLD),
    Field("healthzBindAddress", Kind::Text, OLD),
    Field("oomScoreAdj", Kind::Int32, OLD),
    Field("clusterDomain", Kind::Text, OLD),
    Field("clusterDNS", TEXTS, OLD),
    Field("streamingConnectionIdleTimeout", Kind::Duration, OLD),
    Field("nodeStatusUpdateFrequency", Kind::Duration, OLD),
    Field("nodeStatusReportFrequency", Kind::Duration, OLD),
    Field("nodeLeaseDurationSeconds", Kind::Int32, OLD),
    Field("imageMinimumGCAge", Kind::Duration, OLD),
    Field("imageMaximumGCAge", Kind::Duration, 29),
    Field("imageGCHighThresholdPercent", Kind::Int32, OLD),
    Field("imageGCLowThresholdPercent", Kind::Int32, OLD),
    Field("volumeStatsAggPeriod", Kind::Duration, OLD),
    Field("kubeletCgroups", Kind::Text, OLD),
    Field("systemCgroups", Kind::Text, OLD),
    Field("cgroupRoot", Kind::Text, OLD),
    Field("cgroupsPerQOS", Kind::Bool, OLD),
    Field("cgroupDriver", Kind::Text, OLD),
    Field("cpuManagerPolicy", Kind::Text, OLD),
    Field("singleProcessOOMKill", Kind::Bool, OLD),
    Field("cpuManagerPolicyOptions", TEXT_MAP, OLD),
    Field("cpuManagerReconcilePeriod", Kind::Duration, OLD),
    Field("memoryManagerPolicy", Kind::Text, OLD),
    Field("topologyManagerPolicy", Kind::Text, OLD),
    Field("topologyManagerScope", Kind::Text, OLD),
    Field("topologyManagerPolicyOptions", TEXT_MAP, OLD),
    Field("qosReserved", TEXT_MAP, OLD),
    Field("runtimeRequestTimeout", Kind::Duration, OLD),
    Field("hairpinMode", Kind::Text, OLD),
    Field("maxPods", Kind::Int32, OLD),
    Field("podCIDR", Kind::Text, OLD),
    Field("podPidsLimit", Kind::Int64, OLD),
    Field("resolvConf", Kind::Text, OLD),
    Field("runOnce", Kind::Bool, OLD),
    Field("cpuCFSQuota", Kind::Bool, OLD),
    Field("cpuCFSQuotaPeriod", Kind::Duration, OLD),
    Field("nodeStatusMaxImages", Kind::Int32, OLD),
    Field("maxOpenFiles", Kind::Int64, OLD),
    Field("contentType", Kind::Text, OLD),
    Field("kubeAPIQPS", Kind::Int32, OLD),
    Field("kubeAPIBurst", Kind::Int32, OLD),
    Field("serializeImagePulls", Kind::Bool, OLD),
    Field("maxParallelImagePulls", Kind::Int32, OLD),
    Field("evictionHard", TEXT_MAP, OLD),
    Field("evictionSoft", TEXT_MAP, OLD),
    Field("evictionSoftGracePeriod", TEXT_MAP, OLD),
    Field("evictionPressureTransitionPeriod", Kind::Duration, OLD),
    Field("evictionMaxPodGracePeriod", Kind::Int32, OLD),
    Field("evictionMinimumReclaim", TEXT_MAP, OLD),
    Field("mergeDefaultEvictionSettings", Kind::Bool, OLD),
    Field("podsPerCore", Kind::Int32, OLD),
    Field("enableControllerAttachDetach", Kind::Bool, OLD),
    Field("protectKernelDefaults", Kind::Bool, OLD),
    Field("makeIPTablesUtilChains", Kind::Bool, OLD),
    Field("iptablesMasqueradeBit", Kind::Int32, OLD),
    Field("iptablesDropBit", Kind::Int32, OLD),
    Field("featureGates", Kind::Map(&Kind::Bool), OLD),
    Field("failSwapOn", Kind::Bool, OLD),
    Field("memorySwap", Kind::Struct(&MEMORY_SWAP), OLD),
    Field("containerLogMaxSize", Kind::Text, OLD),
    Field("containerLogMaxFiles", Kind::Int32, OLD),
    Field("containerLogMaxWorkers", Kind::Int32, 30),
    Field("containerLogMonitorInterval", Kind::Duration, 30),
    Field("configMapAndSecretChangeDetectionStrategy", Kind::Text, OLD),
    Field("systemReserved", TEXT_MAP, OLD),
    Field("kubeReserved", TEXT_MAP, OLD),
    Field("reservedSystemCPUs", Kind::Text, OLD),
    Field("showHiddenMetricsForVersion", Kind::Text, OLD),
    Field("systemReservedCgroup", Kind::Text, OLD),
    Field("kubeReservedCgroup", Kind::Text, OLD),
    Field("enforceNodeAllocatable", TEXTS, OLD),
    Field("allowedUnsafeSysctls", TEXTS, OLD),
    Field("volumePluginDir", Kind::Text, OLD),
    Field("providerID", Kind::Text, OLD),
    Field("kernelMemcgNotification", Kind::Bool, OLD),
    Field("logging", Kind::Any, OLD),
    Field("enableSystemLogHandler", Kind::Bool, OLD),
    Field("enableSystemLogQuery", Kind::Bool, OLD),
    Field("shutdownGracePeriod", Kind::Duration, OLD),
    Field("shutdownGracePeriodCriticalPods", Kind::Duration, OLD),
    Field("shutdownGracePeriodByPodPriority", Kind::List(&Kind::Struct(&SHUTDOWN_BY_PRIORITY)), OLD),
    Field("crashLoopBackOff", Kind::Struct(&CRASH_LOOP_BACK_OFF), 32),
    Field("reservedMemory", Kind::List(&Kind::Struct(&MEMORY_RESERVATION)), OLD),
    Field("enableProfilingHandler", Kind::Bool, OLD),
    Field("enableDebugFlagsHandler", Kind::Bool, OLD),
    Field("seccompDefault", Kind::Bool, OLD),
    Field("memoryThrottlingFactor", Kind::Float, OLD),
    Field("registerWithTaints", Kind::List(&Kind::Any), OLD),
    Field("registerNode", Kind::Bool, OLD),
    Field("tracing", Kind::Any, OLD),
    Field("localStorageCapacityIsolation", Kind::Bool, OLD),
    Field("containerRuntimeEndpoint", Kind::Text, OLD),
    Field("imageServiceEndpoint", Kind::Text, OLD),
    Field("failCgroupV1", Kind::Bool, 31),
    Field("userNamespaces", Kind::Struct(&USER_NAMESPACES), 33),
]);
