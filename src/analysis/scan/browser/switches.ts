/**
 * Chromium features that send requests or open pages by themselves. One list, as only the last `--disable-features`
 * counts.
 */
const disabledFeatures = [
  // Without this, WebRTC resolves names by multicast on the local network.
  'WebRtcHideLocalIpsWithMdns',
  // Sandboxed frames in separate processes start before the debugger can pause them; within the page's process, their
  // requests are intercepted like all others.
  'IsolateSandboxedIframes',
  'AimEnabled',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'FedCm',
  'FetchLaterAPI',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  'PreloadTopChromeWebUI',
  'Prerender2',
  'Reporting',
  'NetworkErrorLogging',
  'SpareRendererForSitePerProcess',
  'SpeculationRulesPrefetchFuture',
  'Translate',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

/** Restrict a page to the proxy of its context. Each switch was needed in experiments; no single one is sufficient. */
const networkSwitches = [
  // An unreachable default proxy: requests outside of our contexts fail. The pinning proxy is set per context.
  '--proxy-server=http://127.0.0.1:9',
  // By default Chromium bypasses the proxy for loopback addresses.
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  `--disable-features=${disabledFeatures.join(',')}`,
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
]

const quietSwitches = [
  '--headless',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
  '--disable-client-side-phishing-detection',
  '--disable-notifications',
  '--disable-search-engine-choice-screen',
  '--disable-speech-api',
  '--deny-permission-prompts',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
]

const memorySwitches = [
  '--disable-gpu',
  '--disable-3d-apis',
  '--disable-remote-fonts',
  // Shared memory becomes files in the browser's folder, which are removed with it.
  '--disable-dev-shm-usage',
  '--blink-settings=imagesEnabled=false',
  '--renderer-process-limit=2',
]

/** All switches of Chromium. The sandbox and the popup blocker stay enabled. */
export function browserSwitches(options: {
  profileFolder: string
  userAgent: string
  heapMegabytesMax: number
  extra: readonly string[]
}): string[] {
  return [
    ...quietSwitches,
    ...networkSwitches,
    ...memorySwitches,
    `--js-flags=--max-old-space-size=${options.heapMegabytesMax}`,
    `--user-agent=${options.userAgent}`,
    `--user-data-dir=${options.profileFolder}`,
    ...options.extra,
    '--remote-debugging-pipe',
  ]
}
