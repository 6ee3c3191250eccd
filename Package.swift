// swift-tools-version: 6.2
import PackageDescription

// Read top-down: the pure core first, then the rooms beside it, then the hosts (ARCHITECTURE.md).
let package = Package(
  name: "Oyna",
  platforms: [.iOS(.v17), .macOS(.v14)],
  products: [
    .library(name: "OynaValue", targets: ["OynaValue"]),
    .library(name: "OynaEngine", targets: ["OynaEngine"]),
    .library(name: "OynaPayments", targets: ["OynaPayments"]),
    .library(name: "OynaClient", targets: ["OynaClient"]),
    .library(name: "OynaSwiftUI", targets: ["OynaSwiftUI"]),
    .library(name: "OynaServer", targets: ["OynaServer"]),
    // Static: Scripts/build-web links it to Web/oyna.wasm.
    .library(name: "OynaWeb", type: .static, targets: ["OynaWeb"]),
    .executable(name: "oyna", targets: ["oyna"]),
  ],
  targets: [
    // The core: no Foundation, also built with Embedded Swift.
    .target(
      name: "OynaValue",
      // Rounding and square roots of CEL: libm, which Foundation would bring along.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(name: "OynaEngine", dependencies: ["OynaValue"]),

    // Beside the core: storage knows neither the engine nor a host.
    // Without pkg-config: Apple's SDK has SQLite, and a Homebrew keg's paths have no place in an app.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "OynaStorage", dependencies: ["OynaValue", "CSQLite"]),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(name: "OynaPostgres", dependencies: ["OynaStorage", "CPostgres"]),

    .target(name: "OynaPayments", dependencies: ["OynaValue"]),

    // Hosts.
    // Empty where there is no Linux: Apple's URLSession is not libcurl.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl", .when(platforms: [.linux]))]),
    .target(
      name: "OynaClient",
      dependencies: [
        "OynaValue", "OynaEngine", "OynaPayments", "OynaStorage",
        .target(name: "CCurl", condition: .when(platforms: [.linux])),
      ]),
    // Each file inside `#if canImport(SwiftUI)`: empty on Linux, where Scripts/check-swiftui
    // type-checks it against a facsimile.
    .target(
      name: "OynaSwiftUI",
      dependencies: ["OynaValue", "OynaEngine", "OynaPayments", "OynaClient"]),
    .systemLibrary(
      name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "OynaServer",
      dependencies: [
        "OynaValue", "OynaEngine", "OynaPayments", "OynaStorage", "CMicrohttpd", "CCrypto",
        "CBrotli", "CZlib",
      ]),
    .target(name: "OynaWeb", dependencies: ["OynaValue", "OynaEngine"]),
    .executableTarget(
      name: "oyna",
      dependencies: [
        "OynaValue", "OynaEngine", "OynaPayments", "OynaStorage", "OynaPostgres", "OynaClient",
        "OynaServer",
      ]),

    .testTarget(name: "OynaValueTests", dependencies: ["OynaValue"]),
    .testTarget(
      name: "OynaEngineTests", dependencies: ["OynaValue", "OynaEngine", "SecretScan"]),
    // For the memory tests: a secret that is looked for in the process's own memory.
    .target(name: "SecretScan", dependencies: ["OynaEngine"], path: "Tests/SecretScan"),
    .testTarget(name: "OynaPaymentsTests", dependencies: ["OynaValue", "OynaPayments"]),
    .testTarget(
      name: "OynaStorageTests",
      dependencies: [
        "OynaValue", "OynaEngine", "OynaStorage", "OynaPostgres", "OynaClient", "FaultyStorage",
        "OutboxChild",
      ]),
    // For the storage tests: a file layer that fails when told to, and the process that is killed.
    .target(name: "FaultyStorage", dependencies: ["CSQLite"], path: "Tests/FaultyStorage"),
    .executableTarget(
      name: "OutboxChild",
      dependencies: ["OynaValue", "OynaEngine", "OynaStorage", "OynaClient", "FaultyStorage"],
      path: "Tests/OutboxChild"),
    .testTarget(
      name: "OynaClientTests",
      dependencies: [
        "OynaValue", "OynaEngine", "OynaPayments", "OynaStorage", "OynaClient", "SecretScan",
      ]),
    .testTarget(name: "OynaWebTests", dependencies: ["OynaValue", "OynaEngine", "OynaWeb"]),
    // What the fuzz targets check, for the tests that replay what they found.
    .target(
      name: "FuzzChecks", dependencies: ["OynaValue", "OynaEngine", "OynaPayments", "OynaServer"],
      path: "Tests/Fuzz/Targets/Checks"),
    .testTarget(
      name: "OynaServerTests",
      dependencies: [
        "OynaValue", "OynaEngine", "OynaPayments", "OynaStorage", "OynaServer", "FuzzChecks",
      ]),
    .testTarget(
      name: "OynaCommandTests",
      dependencies: [
        "OynaValue", "OynaEngine", "OynaPayments", "OynaStorage", "OynaClient", "OynaServer",
        "SecretScan", "oyna",
      ],
      exclude: ["BrokenScreens"]),
  ]
)

// Xcode builds a package that an app depends on with its warnings suppressed and stops where a
// target makes them errors, so they are errors only where ./test says so.
let warnings: [SwiftSetting] =
  Context.environment["OYNA_WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : []

for target in package.targets where target.type != .system {
  target.swiftSettings =
    [
      .swiftLanguageMode(.v6),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ] + warnings
}
