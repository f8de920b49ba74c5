/**
 * Any number of seven-page sites on one port, told apart by nothing: every host gets the same pages. Runs as a process of
 * its own, `bun slow-site.ts '{"latencyMs": …, "pageBytes": …}'`, and prints its port.
 */
export interface SlowSitePlan {
  /** Waited before each answer. */
  latencyMs: number
  /** About how large a page is. */
  pageBytes: number
}

export const sitePaths = ['/', '/about', '/pricing', '/contact', '/team', '/security', '/careers'] as const

export interface SlowSite {
  port: number
  stop(): void
}

export async function startSlowSite(plan: SlowSitePlan): Promise<SlowSite> {
  const child = Bun.spawn([process.execPath, import.meta.path, JSON.stringify(plan)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { value } = await child.stdout.getReader().read()
  return { port: Number(new TextDecoder().decode(value)), stop: () => child.kill('SIGKILL') }
}

/**
 * One page of a made-up company: what facts are made from, between text that makes it as large as wanted. Pages with
 * another `wood` share few lines.
 */
export function sitePage(path: string, bytes: number, wood = 'ash'): string {
  const links = sitePaths.map((each) => `<a href="${each}">${each.slice(1) || 'Home'}</a>`).join(' ')
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${path.slice(1)} | Marrow &amp; Pine</title>
<meta name="description" content="Marrow &amp; Pine builds kitchens of solid wood for homes in Oregon.">
<meta property="og:site_name" content="Marrow &amp; Pine">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Marrow & Pine","email":"hello@marrow-pine.com","telephone":"+1 503 555 0147","sameAs":["https://www.instagram.com/marrowandpine"]}</script>
<script src="https://www.googletagmanager.com/gtm.js?id=GTM-XXXX" async></script></head><body><nav>${links}</nav><main><h1>${path.slice(1) || 'Kitchens of solid wood'}</h1>`
  const foot = `</main><footer><a href="mailto:hello@marrow-pine.com">hello@marrow-pine.com</a> <a href="tel:+15035550147">+1 503 555 0147</a> © 2026 Marrow &amp; Pine LLC</footer></body></html>`
  const paragraphs: string[] = []
  let length = head.length + foot.length
  for (let number = 1; length < bytes; number += 1) {
    const text = `<section class="card card-${number % 7}"><h3>Kitchen ${number} of ${wood}</h3><p>The ${number}th kitchen took <strong>${3 + (number % 9)} weeks</strong>; its owner, a reader of <a href="/journal/${number}">our journal</a>, wanted ${wood}, oak and a very long table for the winter.</p><ul><li>Doors of ${wood}</li><li>Worktop of maple</li></ul></section>\n`
    paragraphs.push(text)
    length += text.length
  }
  return head + paragraphs.join('') + foot
}

if (import.meta.main) {
  const { latencyMs, pageBytes }: SlowSitePlan = JSON.parse(process.argv[2] ?? '{}')
  const pages = new Map(sitePaths.map((path) => [path as string, Buffer.from(sitePage(path, pageBytes))]))
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      await Bun.sleep(latencyMs)
      const { pathname } = new URL(request.url)
      if (pathname === '/robots.txt') return new Response('User-agent: *\nAllow: /\n')
      const page = pages.get(pathname)
      return page === undefined
        ? new Response('', { status: 404 })
        : new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
  })
  process.stdout.write(`${server.port}\n`)
}
