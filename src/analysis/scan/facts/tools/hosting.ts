import type { Tool } from './tool.ts'

/** Hosting, delivery networks and identity: mostly told by response headers and the domain's records. */
export const hosting: readonly Tool[] = [
  {
    name: 'Cloudflare',
    headers: [
      ['server', 'cloudflare'],
      ['cf-ray', ''],
    ],
    cname: ['cdn.cloudflare.net'],
  },
  {
    name: 'Fastly',
    headers: [
      ['x-fastly-request-id', ''],
      ['fastly-restarts', ''],
    ],
    cname: ['fastly.net', 'fastlylb.net'],
  },
  {
    name: 'Akamai',
    headers: [
      ['server', 'akamaighost'],
      ['x-akamai-transformed', ''],
      ['akamai-grn', ''],
    ],
    cname: ['edgekey.net', 'edgesuite.net', 'akamaiedge.net'],
  },
  {
    name: 'Amazon CloudFront',
    headers: [
      ['x-amz-cf-id', ''],
      ['via', 'cloudfront.net'],
    ],
    cname: ['cloudfront.net'],
    names: ['Amazon CloudFront', 'AWS CloudFront'],
  },
  {
    name: 'AWS',
    headers: [
      ['server', 'amazons3'],
      ['server', 'awselb'],
    ],
    cname: ['amazonaws.com', 'elasticbeanstalk.com', 'awsapprunner.com', 'amplifyapp.com'],
    names: ['AWS', 'Amazon Web Services'],
  },
  {
    name: 'Vercel',
    headers: [
      ['server', 'vercel'],
      ['x-vercel-id', ''],
    ],
    cname: ['vercel-dns.com', 'vercel.app', 'now.sh'],
  },
  {
    name: 'Netlify',
    headers: [
      ['server', 'netlify'],
      ['x-nf-request-id', ''],
    ],
    cname: ['netlify.app', 'netlify.com', 'netlifyglobalcdn.com'],
    loads: ['identity.netlify.com'],
  },
  {
    name: 'GitHub Pages',
    headers: [
      ['server', 'github.com'],
      ['x-github-request-id', ''],
    ],
    cname: ['github.io'],
    option: 'GitHub',
  },
  { name: 'GitLab Pages', cname: ['gitlab.io'], option: 'GitLab' },
  {
    name: 'Heroku',
    headers: [
      ['via', 'vegur'],
      ['server', 'heroku'],
    ],
    cname: ['herokudns.com', 'herokuapp.com', 'herokussl.com'],
  },
  {
    name: 'Render',
    headers: [
      ['x-render-origin-server', ''],
      ['rndr-id', ''],
    ],
    cname: ['onrender.com'],
    ordinaryWord: true,
  },
  {
    name: 'Fly.io',
    headers: [
      ['fly-request-id', ''],
      ['server', 'fly/'],
    ],
    cname: ['fly.dev'],
  },
  {
    name: 'Railway',
    headers: [
      ['server', 'railway'],
      ['x-railway-request-id', ''],
    ],
    cname: ['up.railway.app'],
    ordinaryWord: true,
  },
  {
    name: 'Google Cloud',
    headers: [
      ['server', 'google frontend'],
      ['x-cloud-trace-context', ''],
      ['x-goog-generation', ''],
    ],
    cname: ['ghs.googlehosted.com', 'run.app', 'appspot.com'],
    names: ['Google Cloud', 'Google Cloud Platform', 'GCP'],
  },
  {
    name: 'Firebase',
    loads: ['gstatic.com/firebasejs', 'firebaseio.com', 'firebaseapp.com'],
    inline: ['firebase.initializeApp('],
    cname: ['web.app', 'firebaseapp.com'],
    txt: ['firebase='],
  },
  {
    name: 'Microsoft Azure',
    headers: [
      ['x-azure-ref', ''],
      ['server', 'windows-azure'],
      ['x-ms-blob-type', ''],
    ],
    cname: [
      'azurewebsites.net',
      'azurefd.net',
      'azureedge.net',
      'trafficmanager.net',
      'azurestaticapps.net',
      'cloudapp.azure.com',
    ],
    names: ['Microsoft Azure', 'Azure'],
  },
  {
    name: 'DigitalOcean',
    headers: [['x-do-app-origin', '']],
    loads: ['digitaloceanspaces.com'],
    cname: ['ondigitalocean.app', 'digitaloceanspaces.com'],
  },
  {
    name: 'bunny.net',
    headers: [['server', 'bunnycdn']],
    loads: ['b-cdn.net', 'iframe.mediadelivery.net'],
    cname: ['b-cdn.net', 'bunnycdn.com'],
  },
  {
    name: 'Cloudinary',
    loads: ['res.cloudinary.com', 'widget.cloudinary.com', 'media-library.cloudinary.com'],
  },
  { name: 'imgix', loads: ['imgix.net'] },
  {
    name: 'WP Engine',
    headers: [
      ['x-powered-by', 'wp engine'],
      ['wpe-backend', ''],
    ],
    cname: ['wpengine.com', 'wpenginepowered.com'],
  },
  {
    name: 'Kinsta',
    headers: [
      ['x-kinsta-cache', ''],
      ['ki-edge', ''],
    ],
    cname: ['kinsta.cloud', 'kinsta.page', 'hosting.kinsta.cloud'],
  },
  {
    name: 'Pantheon',
    headers: [
      ['x-pantheon-styx-hostname', ''],
      ['x-styx-req-id', ''],
    ],
    cname: ['pantheonsite.io'],
    ordinaryWord: true,
  },
  {
    name: 'Platform.sh',
    headers: [
      ['x-platform-cluster', ''],
      ['x-platform-processor', ''],
    ],
    cname: ['platform.sh', 'platformsh.site'],
  },
  { name: 'Acquia', headers: [['x-ah-environment', '']], cname: ['acquia-sites.com'] },
  {
    name: 'Hostinger',
    mx: ['hostinger.com'],
    spf: ['_spf.mail.hostinger.com'],
    headers: [
      ['platform', 'hostinger'],
      ['server', 'hcdn'],
    ],
  },

  {
    name: 'Auth0',
    loads: ['cdn.auth0.com', 'auth0.com'],
    links: ['*.auth0.com', '*.eu.auth0.com', '*.us.auth0.com'],
  },
  { name: 'Okta', loads: ['oktacdn.com'], links: ['*.okta.com', '*.okta-emea.com'] },
  {
    name: 'Microsoft Entra ID',
    names: ['Microsoft Entra ID', 'Azure AD', 'Azure Active Directory', 'Microsoft Entra', 'Entra ID'],
  },
  { name: 'OneLogin', links: ['*.onelogin.com'] },
  {
    name: 'Clerk',
    loads: ['clerk.accounts.dev', 'clerk.com', 'clerk.dev'],
    cname: ['clerk.services'],
    ordinaryWord: true,
  },
  { name: 'Supabase', loads: ['supabase.co'] },
  { name: 'Keycloak' },
  { name: '1Password', txt: ['1password-site-verification='] },
  { name: 'LastPass', txt: ['lastpass-verification-code='] },
]
