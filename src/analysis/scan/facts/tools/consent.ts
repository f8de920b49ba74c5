import type { Tool } from './tool.ts'

/** Consent management and captchas. */
export const consent: readonly Tool[] = [
  { name: 'Cookiebot', loads: ['cookiebot.com', 'cookiebot.eu'] },
  {
    name: 'OneTrust',
    loads: ['cookielaw.org', 'onetrust.com', 'cookiepro.com'],
    inline: ['OptanonWrapper'],
    txt: ['onetrust-domain-verification='],
  },
  { name: 'Usercentrics', loads: ['usercentrics.eu', 'usercentrics.com'], inline: ['UC_UI'] },
  {
    name: 'Borlabs Cookie',
    paths: ['/wp-content/plugins/borlabs-cookie/', '/wp-content/cache/borlabs-cookie/'],
    inline: ['borlabsCookieConfig', 'BorlabsCookie.'],
  },
  {
    name: 'Complianz',
    paths: ['/wp-content/plugins/complianz-gdpr/', '/wp-content/plugins/complianz-gdpr-premium/'],
  },
  {
    name: 'CookieYes',
    loads: ['cdn-cookieyes.com', 'cookieyes.com'],
    paths: ['/wp-content/plugins/cookie-law-info/'],
  },
  {
    name: 'iubenda',
    loads: ['iubenda.com'],
    links: ['iubenda.com/privacy-policy/*'],
    inline: ['_iub.csConfiguration'],
    names: ['iubenda', 'Iubenda'],
  },
  { name: 'Didomi', loads: ['privacy-center.org', 'didomi.io'], inline: ['didomiConfig'] },
  { name: 'TrustArc', loads: ['trustarc.com', 'truste.com'] },
  { name: 'Osano', loads: ['cmp.osano.com'] },
  { name: 'Termly', loads: ['app.termly.io'] },
  { name: 'Axeptio', loads: ['axept.io'], inline: ['axeptioSettings'] },
  { name: 'Klaro', loads: ['cdn.kiprotect.com'], inline: ['klaroConfig'] },
  { name: 'CookieFirst', loads: ['consent.cookiefirst.com'] },
  { name: 'consentmanager', loads: ['consentmanager.net'], inline: ['cmp_cdid'], names: ['consentmanager'] },
  { name: 'Sourcepoint', loads: ['privacy-mgmt.com', 'sp-prod.net'] },
  { name: 'CCM19', loads: ['ccm19.de'] },
  {
    name: 'Google reCAPTCHA',
    loads: ['google.com/recaptcha', 'recaptcha.net/recaptcha', 'gstatic.com/recaptcha'],
    inline: ['grecaptcha.execute(', 'grecaptcha.render('],
    names: ['reCAPTCHA', 'Google reCAPTCHA'],
  },
  { name: 'hCaptcha', loads: ['hcaptcha.com'] },
  { name: 'Cloudflare Turnstile', loads: ['challenges.cloudflare.com/turnstile'] },
  { name: 'Friendly Captcha', loads: ['friendlycaptcha.com', 'friendlycaptcha.eu'] },
]
