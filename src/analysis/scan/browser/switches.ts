import switches from './switches.json'

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
  ...switches.disabledFeatures,
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
    ...switches.quiet,
    ...networkSwitches,
    ...memorySwitches,
    `--js-flags=--max-old-space-size=${options.heapMegabytesMax}`,
    `--user-agent=${options.userAgent}`,
    `--user-data-dir=${options.profileFolder}`,
    ...options.extra,
    '--remote-debugging-pipe',
  ]
}
