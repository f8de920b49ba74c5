/*
 * A page that tries every way out of a browser that is known to us, to addresses that no page may reach. It is served
 * after a line `const traps = {...}` that names the ports where something listens. What it tries is what counts; whether
 * it works is seen at the traps. The document's `data-attempts` counts the ways tried.
 */
;(() => {
  const everywhere = {
    loopback: '127.0.0.1',
    localhost: 'localhost',
    loopback6: '[::1]',
    metadata: '169.254.169.254',
    private: '10.0.0.1',
    unspecified: '0.0.0.0',
    decimal: '2130706433',
    mapped: '[::ffff:127.0.0.1]',
    subdomain: 'foo.localhost',
    unique: '[fd12::1]',
    name: traps.leakName,
    privateName: traps.privateName,
  }
  const hosts = [everywhere.loopback, everywhere.localhost, everywhere.metadata]
  const here = location.origin
  const to = (way, host, scheme = 'http') => `${scheme}://${host}:${traps.port}/way/${way}`
  const viaRedirect = (way, host, status = 302) =>
    `${here}/redirect?status=${status}&to=${encodeURIComponent(to(way, host))}`
  const viaPage = (path, target) => `${here}/${path}?to=${encodeURIComponent(target)}`

  const attempts = new Set()
  const attempt = (way, run) => {
    attempts.add(way)
    document.documentElement.setAttribute('data-attempts', attempts.size)
    try {
      Promise.resolve(run()).catch(() => {})
    } catch {
      // What this browser does not have is no way out of it.
    }
  }
  const add = (tag, attributes = {}, parent = document.body) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    parent.appendChild(element)
    return element
  }

  function plainRequests(host) {
    attempt('fetch', () => fetch(to('fetch', host), { mode: 'no-cors' }))
    attempt('fetch-cors', () => fetch(to('fetch-cors', host)))
    attempt('image', () => {
      new Image().src = to('image', host)
    })
    attempt('frame', () => add('iframe', { src: to('frame', host) }))
    attempt('socket', () => new WebSocket(to('socket', host, 'ws')))
  }

  function furtherRequests(host) {
    attempt('xhr-post', () => {
      const request = new XMLHttpRequest()
      request.open('POST', to('xhr-post', host))
      request.setRequestHeader('x-a', '1')
      request.send('x')
    })
    attempt('event-source', () => new EventSource(to('event-source', host)))
    attempt('beacon', () => navigator.sendBeacon(to('beacon', host), 'x'))
    attempt('fetch-later', () => fetchLater(to('fetch-later', host), { activateAfter: 0 }))
    attempt('keepalive', () =>
      fetch(to('keepalive', host), { keepalive: true, mode: 'no-cors', method: 'POST', body: 'x' }),
    )
    attempt('https', () => fetch(to('https', host, 'https'), { mode: 'no-cors' }))
    attempt('secure-socket', () => new WebSocket(to('secure-socket', host, 'wss')))
    attempt('socket-stream', () => new WebSocketStream(to('socket-stream', host, 'ws')).opened)
    attempt('web-transport', () => new WebTransport(to('web-transport', host, 'https')).ready)
    attempt('form', () => {
      const name = `form-${host}`
      add('iframe', { name })
      add('form', { method: 'post', action: to('form', host), target: name }).submit()
    })
  }

  function elements(host) {
    const sources = {
      script: 'src',
      object: 'data',
      embed: 'src',
      video: 'src',
      audio: 'src',
    }
    for (const [tag, attribute] of Object.entries(sources)) {
      attempt(tag, () => add(tag, { [attribute]: to(tag, host), preload: 'auto' }))
    }
    for (const rel of ['stylesheet', 'prefetch', 'modulepreload', 'prerender', 'icon', 'manifest']) {
      attempt(`link-${rel}`, () => add('link', { rel, href: to(`link-${rel}`, host) }))
    }
    attempt('link-preload', () => add('link', { rel: 'preload', as: 'script', href: to('link-preload', host) }))
    attempt('link-preconnect', () => add('link', { rel: 'preconnect', href: `http://${host}:${traps.port}` }))
    attempt('link-dns-prefetch', () => add('link', { rel: 'dns-prefetch', href: `//${host}:${traps.port}` }))
    attempt('svg-image', () => fill(`<svg><image href="${to('svg-image', host)}"/></svg>`))
    attempt('svg-use', () => fill(`<svg><use href="${to('svg-use', host)}#a"/></svg>`))
    attempt('input-image', () => fill(`<input type="image" src="${to('input-image', host)}">`))
    attempt('source-set', () => fill(`<picture><source srcset="${to('source-set', host)}"><img></picture>`))
  }
  const fill = (html) => {
    add('div').innerHTML = html
  }

  function styles(host, index) {
    const rules = {
      'css-import': (url) => `@import url(${url});`,
      'css-font': (url) => `@font-face{font-family:f${index};src:url(${url})} .s${index}{font-family:f${index}}`,
      'css-background': (url) => `.s${index}{background:url(${url})}`,
      'css-cursor': (url) => `.s${index}{cursor:url(${url}),auto}`,
    }
    for (const [way, rule] of Object.entries(rules)) {
      attempt(way, () => {
        add('style', {}, document.head).textContent = rule(to(way, host))
      })
    }
    add('p', { class: `s${index}` }).textContent = 'text'
  }

  function redirects(host) {
    for (const status of [301, 302, 303, 307, 308]) {
      const way = `redirect-${status}`
      attempt(way, () => fetch(viaRedirect(way, host, status), { mode: 'no-cors' }))
    }
    attempt('redirect-image', () => {
      new Image().src = viaRedirect('redirect-image', host)
    })
    attempt('redirect-script', () => add('script', { src: viaRedirect('redirect-script', host) }))
    attempt('redirect-frame', () => add('iframe', { src: viaRedirect('redirect-frame', host) }))
    for (const path of ['meta-refresh', 'header-refresh', 'header-link']) {
      attempt(path, () => add('iframe', { src: viaPage(path, to(path, host)) }))
    }
  }

  function frames(host) {
    const inside = (way) =>
      `<script>fetch('${to(way, host)}',{mode:'no-cors'});new Image().src='${to(`${way}-image`, host)}';` +
      `new WebSocket('${to(`${way}-socket`, host, 'ws')}')</` +
      `script><iframe src="${to(`${way}-frame`, host)}"></iframe>`
    attempt('data-frame', () => add('iframe', { src: `data:text/html,${encodeURIComponent(inside('data-frame'))}` }))
    attempt('blob-frame', () => {
      const blob = new Blob([inside('blob-frame')], { type: 'text/html' })
      add('iframe', { src: URL.createObjectURL(blob) })
    })
    attempt('srcdoc-frame', () => {
      add('iframe').srcdoc = inside('srcdoc-frame')
    })
    attempt('sandboxed-frame', () => {
      add('iframe', { sandbox: 'allow-scripts' }).srcdoc = inside('sandboxed-frame')
    })
  }

  function workers(host) {
    const inside = (way) =>
      `fetch('${to(way, host)}',{mode:'no-cors'}).catch(()=>{});` +
      `try{new WebSocket('${to(`${way}-socket`, host, 'ws')}')}catch{};` +
      `try{importScripts('${to(`${way}-import`, host)}')}catch{}`
    attempt('blob-worker', () => new Worker(URL.createObjectURL(new Blob([inside('blob-worker')]))))
    attempt('data-worker', () => new Worker(`data:text/javascript,${encodeURIComponent(inside('data-worker'))}`))
    attempt('shared-worker', () => new SharedWorker(`${here}/worker.js?way=shared-worker&host=${host}`))
    attempt('service-worker', () =>
      navigator.serviceWorker.register(`${here}/worker.js?way=service-worker&host=${host}`, { scope: `/${host}/` }),
    )
  }

  function reports(host) {
    attempt('policy-report', () => add('iframe', { src: viaPage('policy-report', to('policy-report', host)) }))
    attempt('error-report', () =>
      add('iframe', { src: viaPage('error-report', to('error-report', host, 'https')) }),
    )
    attempt('alternative-service', async () => {
      await fetch(viaPage('alternative-service', `${host}:${traps.port}`))
      await fetch(`${here}/empty`)
    })
    attempt('payment', () => {
      const total = { label: 'x', amount: { currency: 'USD', value: '1' } }
      const request = new PaymentRequest([{ supportedMethods: to('payment', host, 'https') }], { total })
      return request.canMakePayment()
    })
    attempt('federated-login', () =>
      navigator.credentials.get({
        identity: { providers: [{ configURL: to('federated-login', host, 'https'), clientId: 'x' }] },
      }),
    )
  }

  function speculation() {
    attempt('speculation', () => {
      const prefetch = [{ urls: [to('speculation-prefetch', hosts[0])], eagerness: 'immediate' }]
      const prerender = [{ urls: [viaRedirect('speculation-prerender', hosts[0])], eagerness: 'immediate' }]
      add('script', { type: 'speculationrules' }, document.head).textContent = JSON.stringify({ prefetch, prerender })
    })
  }

  /** Asking for a name is a way out by itself: what is secret can stand in the name. */
  function names() {
    attempt('name-prefetch', () => add('link', { rel: 'dns-prefetch', href: `//a.${traps.leakName}` }))
    attempt('name-preconnect', () => add('link', { rel: 'preconnect', href: `http://b.${traps.leakName}` }))
    attempt('name-preconnect-tls', () =>
      add('link', { rel: 'preconnect', href: `https://c.${traps.leakName}`, crossorigin: '' }),
    )
    attempt('name-fetch', () => fetch(`http://d.${traps.leakName}/`, { mode: 'no-cors' }))
    attempt('name-image', () => {
      new Image().src = `http://e.${traps.leakName}/`
    })
    attempt('name-anchor', () => {
      add('a', { href: `http://f.${traps.leakName}/` }).textContent = 'a'
    })
  }

  function calls() {
    const open = (way, urls) =>
      attempt(way, async () => {
        const connection = new RTCPeerConnection({
          iceServers: [{ urls, username: 'a', credential: 'b' }],
          iceCandidatePoolSize: 2,
        })
        connection.createDataChannel('x')
        await connection.setLocalDescription(await connection.createOffer())
      })
    for (const host of [...hosts, '[::1]', '10.0.0.1', `g.${traps.leakName}`]) {
      open('stun', `stun:${host}:${traps.udpPort}`)
      open('turn-udp', `turn:${host}:${traps.udpPort}?transport=udp`)
      open('turn-tcp', `turn:${host}:${traps.port}?transport=tcp`)
      open('turn-tls', `turns:${host}:${traps.port}?transport=tcp`)
    }
    attempt('call-candidates', async () => {
      const [a, b] = [new RTCPeerConnection(), new RTCPeerConnection()]
      a.createDataChannel('x')
      await a.setLocalDescription(await a.createOffer())
      await b.setRemoteDescription(a.localDescription)
      await b.setLocalDescription(await b.createAnswer())
      await a.setRemoteDescription(b.localDescription)
      for (const host of ['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1', `h.${traps.leakName}`, 'x.local']) {
        for (const candidate of [
          `candidate:1 1 udp 2113937151 ${host} ${traps.udpPort} typ host`,
          `candidate:2 1 tcp 1518280447 ${host} ${traps.port} typ host tcptype passive`,
        ]) {
          await a.addIceCandidate({ candidate, sdpMid: '0' }).catch(() => {})
        }
      }
    })
  }

  function schemes() {
    const urls = [
      'file:///etc/passwd',
      'file://localhost/etc/passwd',
      'chrome://version',
      'view-source:file:///etc/passwd',
      'devtools://devtools/bundled/inspector.html',
      `ftp://127.0.0.1:${traps.port}/way/ftp`,
      'filesystem:http://x/',
      'chrome-extension://abc/x',
    ]
    for (const url of urls) {
      const scheme = url.slice(0, url.indexOf(':'))
      attempt(`scheme-${scheme}-frame`, () => add('iframe', { src: url }))
      attempt(`scheme-${scheme}-fetch`, async () => {
        const text = await (await fetch(url)).text()
        document.documentElement.setAttribute('data-stolen', `${url} ${text.slice(0, 20)}`)
      })
    }
  }

  /** A gesture of the user lets a page open one window or start one download. */
  function gestures() {
    const ways = hosts.flatMap((host) => [
      ['popup', () => window.open(to('popup', host))],
      ['popup-without-opener', () => window.open(to('popup-without-opener', host), '_blank', 'noopener')],
      ['popup-redirect', () => window.open(viaRedirect('popup-redirect', host))],
      ['anchor-blank', () => add('a', { href: to('anchor-blank', host), target: '_blank' }).click()],
      ['download', () => add('a', { href: to('download', host), download: 'x', target: '_blank' }).click()],
      [
        'download-redirect',
        () => add('a', { href: viaRedirect('download-redirect', host), download: 'x', target: '_blank' }).click(),
      ],
      ['ping', () => add('a', { href: `${here}/empty`, target: '_blank', ping: to('ping', host) }).click()],
    ])
    const opens = ['file:///etc/passwd', 'chrome://settings', 'mailto:a@b.example'].map((url) => [
      `popup-${url.slice(0, url.indexOf(':'))}`,
      () => window.open(url),
    ])
    const all = [...ways, ...opens]
    window.gestures = all.length
    window.onGesture = (index) => {
      attempt(...all[index])
      return { attempts: attempts.size, stolen: document.documentElement.dataset.stolen }
    }
  }

  for (const host of Object.values(everywhere)) plainRequests(host)
  hosts.forEach((host, index) => {
    furtherRequests(host)
    elements(host)
    styles(host, index)
    redirects(host)
    frames(host)
    workers(host)
    reports(host)
  })
  speculation()
  names()
  calls()
  schemes()
  gestures()
})()
