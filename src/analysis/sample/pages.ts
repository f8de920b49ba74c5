/**
 * The website of a fictitious company, for scans without the internet. The telephone number is in the range that Ofcom
 * reserves for drama.
 */
export const samplePages: ReadonlyMap<string, { type: string; body: string }> = new Map([
  [
    '/logo.svg',
    {
      type: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="320" viewBox="0 0 64 32" fill="none" stroke="#1d4ed8" stroke-width="3"><circle cx="16" cy="20" r="9"/><circle cx="48" cy="20" r="9"/><path d="M16 20 26 6h14l8 14M26 6l10 14H16"/></svg>',
    },
  ],
  [
    '/',
    html(
      'Larkfield Cycle Works: workshop software for bicycle shops',
      `<header class="hero">
<h1>Your workshop, on one page</h1>
<p>Larkfield plans repairs, orders parts and writes invoices for independent bicycle shops.</p>
<p><a class="button" href="/pricing">See prices</a></p>
</header>
<section>
<h2>Built for small businesses that mend bicycles</h2>
<p>Shops across the United Kingdom and Ireland use Larkfield every day. Most came to us because their invoices were paid
late and nobody had the time to send reminders.</p>
</section>
<section>
<h2>What it does</h2>
<ul>
<li><strong>Larkfield Bench</strong> plans the day of every mechanic.</li>
<li><strong>Larkfield Ledger</strong> writes invoices and chases late payments.</li>
</ul>
</section>`,
      `<script type="application/ld+json">
{
  "@context": "https://schema.org",
  "@type": "Organization",
  "name": "Larkfield Cycle Works",
  "legalName": "Larkfield Cycle Works Ltd",
  "url": "/",
  "logo": "/logo.svg",
  "description": "Larkfield plans repairs, orders parts and writes invoices for independent bicycle shops.",
  "email": "hello@larkfield-cycles.co.uk",
  "telephone": "+44 117 496 0123",
  "foundingDate": "2016",
  "address": {
    "@type": "PostalAddress",
    "streetAddress": "14 Old Tram Yard",
    "addressLocality": "Bristol",
    "postalCode": "BS1 4QA",
    "addressCountry": "GB"
  },
  "sameAs": ["https://www.linkedin.com/company/larkfield-cycle-works", "https://github.com/larkfield-cycles"]
}
</script>
<meta property="og:site_name" content="Larkfield Cycle Works">
<meta name="theme-color" content="#1d4ed8">
<link rel="icon" href="/logo.svg" type="image/svg+xml">`,
    ),
  ],
  [
    '/about',
    html(
      'About us | Larkfield Cycle Works',
      `<h1>About us</h1>
<p>Larkfield was founded in 2016 by two mechanics who were tired of paper job cards.</p>
<h2>The team</h2>
<ul>
<li><h3>Maeve Harker</h3><p>Founder and CEO</p></li>
<li><h3>Tom Abara</h3><p>Head of Engineering</p></li>
</ul>`,
    ),
  ],
  [
    '/pricing',
    html(
      'Pricing | Larkfield Cycle Works',
      `<h1>Pricing</h1>
<table>
<tr><th>Plan</th><th>Price</th></tr>
<tr><td>Solo</td><td>£19 per month</td></tr>
<tr><td>Workshop</td><td>£49 per month</td></tr>
</table>
<p>Every plan begins with a 30-day free trial.</p>`,
    ),
  ],
  [
    '/integrations',
    html(
      'Integrations | Larkfield Cycle Works',
      `<h1>Integrations</h1>
<p>Larkfield integrates with Xero and QuickBooks, takes card payments by Stripe and sends newsletters by Mailchimp.</p>
<script src="https://js.stripe.com/v3/" async></script>`,
    ),
  ],
  [
    '/security',
    html(
      'Security | Larkfield Cycle Works',
      `<h1>Security</h1>
<p>Larkfield is certified to ISO 27001. All data is encrypted in transit and at rest, and every account can turn on
two-factor authentication.</p>`,
    ),
  ],
  [
    '/contact',
    html(
      'Contact | Larkfield Cycle Works',
      `<h1>Contact</h1>
<p>Write to <a href="mailto:hello@larkfield-cycles.co.uk">hello@larkfield-cycles.co.uk</a> or call
<a href="tel:+441174960123">0117 496 0123</a>.</p>
<address>Larkfield Cycle Works Ltd, 14 Old Tram Yard, Bristol BS1 4QA, United Kingdom</address>`,
    ),
  ],
  [
    '/private/notes',
    html('Notes', '<h1>Notes</h1><p>robots.txt forbids this page, so no scan ever reads it.</p>'),
  ],
  [
    '/robots.txt',
    { type: 'text/plain; charset=utf-8', body: 'User-agent: *\nDisallow: /private/\nAllow: /\n' },
  ],
  [
    '/style.css',
    {
      type: 'text/css; charset=utf-8',
      body: `:root{color-scheme:light dark;--ink:light-dark(#1d2521,#e9efe9);--paper:light-dark(#fbfaf6,#151a17);--leaf:light-dark(#1f6b4a,#7fd0a6)}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 system-ui,sans-serif}
nav,main,footer{max-width:44rem;margin:auto;padding:1rem 1.5rem}
nav{display:flex;flex-wrap:wrap;gap:1.2rem}
nav a:first-child{font-weight:700;margin-right:auto}
a{color:var(--leaf)}
.hero{padding:3rem 0}
.hero h1{font-size:2.6rem;line-height:1.1;margin:0}
.button{display:inline-block;padding:.6rem 1.2rem;border-radius:.4rem;background:var(--leaf);color:var(--paper);text-decoration:none}
table{border-collapse:collapse}
th,td{text-align:left;padding:.4rem 2rem .4rem 0;border-bottom:1px solid currentColor}
footer{font-size:.9rem;opacity:.8}
`,
    },
  ],
])

function html(title: string, main: string, head = ''): { type: string; body: string } {
  return {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="Larkfield plans repairs, orders parts and writes invoices for independent bicycle shops.">
<link rel="stylesheet" href="/style.css">
${head}
</head>
<body>
<nav><a href="/">Larkfield Cycle Works</a><a href="/about">About</a><a href="/pricing">Pricing</a><a href="/integrations">Integrations</a><a href="/security">Security</a><a href="/contact">Contact</a></nav>
<main>
${main}
</main>
<footer>© 2026 Larkfield Cycle Works Ltd. Registered in England. <a href="/private/notes">Notes</a></footer>
</body>
</html>
`,
  }
}
