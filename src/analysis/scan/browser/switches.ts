/**
 * Features of Chromium that would speak to somebody on their own, or start pages that nobody asked for. All stand in one
 * switch, as the last `--disable-features` alone counts.
 */
const disabledFeatures = [
  // Without this, WebRTC asks the local network for names by multicast.
  'WebRtcHideLocalIpsWithMdns',
  // Sandboxed frames in processes of their own start at once, whatever the debugger asks for; within the page's, what
  // they request is decided on like everything else of the page.
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

/** What keeps a page from reaching anything but the proxy of its context. Each was needed in trials; none is enough. */
const networkSwitches = [
  // A black hole: what belongs to no context of ours gets nowhere. The pinning proxy is set on the context.
  '--proxy-server=http://127.0.0.1:9',
  // Chromium spares this machine's own addresses the proxy unless told not to.
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

const thriftSwitches = [
  '--disable-gpu',
  '--disable-3d-apis',
  '--disable-remote-fonts',
  // Shared memory becomes files of the browser's own folder, which go with it.
  '--disable-dev-shm-usage',
  '--blink-settings=imagesEnabled=false',
  '--renderer-process-limit=2',
]

/** Everything Chromium is started with. Its sandbox and its popup blocker stay on: nothing here weakens them. */
export function browserSwitches(options: {
  profileFolder: string
  userAgent: string
  heapMegabytesMax: number
  extra: readonly string[]
}): string[] {
  return [
    ...quietSwitches,
    ...networkSwitches,
    ...thriftSwitches,
    `--js-flags=--max-old-space-size=${options.heapMegabytesMax}`,
    `--user-agent=${options.userAgent}`,
    `--user-data-dir=${options.profileFolder}`,
    ...options.extra,
    '--remote-debugging-pipe',
  ]
}
