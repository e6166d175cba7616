// The command line that Chromium is started with: one window on one origin, no way out but our proxy, nothing that
// phones home, asks questions or moves.

export interface WindowOptions {
  /** One-time address of the first page. */
  address: string;
  /** Port of the loopback server, which is also the proxy. */
  port: number;
  /** Folder of Chromium's profile. */
  profile: string;
  kiosk: boolean;
  headless: boolean;
  debugPort?: number;
}

export function chromiumFlags(options: WindowOptions): string[] {
  const { address, port, profile, kiosk, headless, debugPort } = options;
  return [
    // Without a window there is nothing around the page to leave out, and some builds know no other way.
    headless ? address : `--app=${address}`,
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    `--proxy-server=http://127.0.0.1:${port}`,
    // Loopback addresses would bypass a proxy otherwise.
    '--proxy-bypass-list=<-loopback>',
    // WebRTC speaks UDP, which no HTTP proxy carries.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--class=octavo',
    '--window-size=1024,1366',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-sync',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-breakpad',
    '--disable-smooth-scrolling',
    '--force-prefers-reduced-motion',
    '--password-store=basic',
    '--autoplay-policy=no-user-gesture-required',
    '--noerrdialogs',
    '--hide-crash-restore-bubble',
    '--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,InterestFeedContentSuggestions,DialMediaRouteProvider',
    ...(kiosk ? ['--kiosk'] : []),
    // Containers give little shared memory.
    ...(headless ? ['--headless=new', '--disable-dev-shm-usage', '--hide-scrollbars'] : []),
    ...(debugPort === undefined ? [] : [`--remote-debugging-port=${debugPort}`]),
    // Chromium's sandbox refuses to start as root; --test-type hides its warning about that.
    ...(process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : []),
  ];
}
