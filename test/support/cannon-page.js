/*
 * A page that tries everything known to us to make its reader send something to somebody else: other methods than GET,
 * bodies, sockets. It is served after a line `const range = {...}` that names the origins; its title says when all is tried.
 */
;(() => {
  const { own, sibling, other, silent } = range.origins
  const attempt = (run) => {
    try {
      Promise.resolve(run()).catch(() => {})
    } catch {
      // What this browser does not have fires nothing.
    }
  }
  const add = (tag, attributes = {}) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.body.append(element)
    return element
  }
  const socket = (origin) => origin.replace('http', 'ws')

  function fire(world, name) {
    for (const origin of [own, sibling, other, silent]) {
      const to = (way) => `${origin}/${name}/${way}`
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        attempt(() => world.fetch(to('fetch'), { method, body: method === 'OPTIONS' ? undefined : 'user=admin', mode: 'cors' }))
      }
      attempt(() => world.fetch(to('no-cors'), { method: 'POST', body: 'user=admin', mode: 'no-cors' }))
      attempt(() => world.fetch(to('keepalive'), { method: 'POST', body: 'x', keepalive: true, mode: 'no-cors' }))
      attempt(() => world.fetchLater(to('later'), { method: 'POST', body: 'x', activateAfter: 0 }))
      attempt(() => world.navigator.sendBeacon(to('beacon'), 'x'))
      attempt(() => new world.WebSocket(`${socket(origin)}/${name}/socket`))
      attempt(() => new world.WebSocketStream(`${socket(origin)}/${name}/stream`).opened)
      attempt(() => new world.WebTransport(to('transport')).ready)
      attempt(() => new world.EventSource(to('events')))
      attempt(() => {
        const request = new world.XMLHttpRequest()
        request.open('POST', to('xhr'))
        request.send('x')
      })
    }
  }

  fire(window, 'top')
  const frame = add('iframe')
  fire(frame.contentWindow, 'blank')
  const text = `<script>parent.fire(window, 'srcdoc')</` + 'script>'
  window.fire = fire
  add('iframe').srcdoc = text
  add('iframe', { sandbox: 'allow-scripts allow-forms' }).srcdoc =
    `<script>fetch('${own}/sandboxed', { method: 'POST', body: 'x', mode: 'no-cors' }); new WebSocket('${socket(own)}/sandboxed')</` + 'script>'

  const inside = `<script>fetch('${own}/framed', { method: 'POST', body: 'x', mode: 'no-cors' });new WebSocket('${socket(own)}/framed')</` + 'script>'
  const pageOf = (text) => URL.createObjectURL(new Blob([text], { type: 'text/html' }))
  add('iframe', { src: `data:text/html,${encodeURIComponent(inside)}` })
  add('iframe', { src: pageOf(inside) })
  add('iframe', { src: pageOf(inside), sandbox: 'allow-scripts' })
  add('iframe', { srcdoc: inside, credentialless: '' })
  add('iframe', { srcdoc: inside, sandbox: 'allow-scripts', credentialless: '' })
  add('object', { data: `data:text/html,${encodeURIComponent(inside)}` })
  add('embed', { src: pageOf(inside), type: 'text/html' })
  attempt(() => {
    add('fencedframe').config = new FencedFrameConfig(`data:text/html,${encodeURIComponent(inside)}`)
  })
  attempt(() => documentPictureInPicture.requestWindow())
  attempt(() => open(pageOf(inside)))

  for (const origin of [own, sibling, other, silent]) {
    attempt(() => fetch(`${origin}/asks-first`, { headers: { 'x-own': '1' } }))
    attempt(() => fetch(`${origin}/asks-first`, { headers: { 'content-type': 'application/json' } }))
    attempt(() => fetch(`${origin}/asks-first`, { headers: { accept: '(:)' } }))
    attempt(() => fetch(`${origin}/asks-first`, { headers: { range: 'bytes=9-' } }))
    attempt(() => fetch(`${origin}/asks-first`, { headers: { authorization: 'Basic YTpi' } }))
    attempt(() => {
      add('iframe', { name: `into-${origin}` })
      const form = add('form', { method: 'post', action: `${origin}/form`, target: `into-${origin}` })
      form.append(Object.assign(document.createElement('input'), { name: 'user', value: 'admin' }))
      form.submit()
    })
    attempt(() => add('form', { method: 'post', action: `${origin}/form-blank`, target: '_blank' }).submit())
    attempt(() => add('a', { href: '#here', ping: `${origin}/ping` }).click())
    attempt(() => add('img', { attributionsrc: `${origin}/attribution`, src: `${origin}/image` }))
    attempt(() => add('link', { rel: 'preconnect', href: origin }))
    attempt(() => add('link', { rel: 'prefetch', href: `${origin}/prefetch` }))
    attempt(() => add('link', { rel: 'preload', as: 'fetch', href: `${origin}/preload`, crossorigin: '' }))
    attempt(() => new Worker(URL.createObjectURL(new Blob([`fetch('${origin}/worker', { method: 'POST', body: 'x' })`]))))
    attempt(() => navigator.serviceWorker.register('/service.js'))
    attempt(() => fetch(`${origin.replace('://', '://user:pass@')}/credentials`))
    attempt(() => add('script', { src: `${origin.replace('://', '://user:pass@')}/credentials.js` }))
  }
  attempt(() => fetch(`${other}/data`, { mode: 'no-cors' }))
  attempt(() => fetch(`${sibling}/data`))
  attempt(() => fetch(`${own}/data`, { headers: { 'x-own': '1' } }))
  attempt(() => fetch(`${own}/head`, { method: 'HEAD' }))
  add('script', { src: `${other}/library.js` })
  add('link', { rel: 'stylesheet', href: `${other}/style.css` })
  document.title = 'fired'
})()
