import { decodePercents } from '../decode-percents.ts'
import { fold } from './fold.ts'

const files = new Set(
  `pdf doc docx odt rtf xls xlsx ods csv tsv ppt pptx odp key pages epub mobi txt md xml json rss atom yaml yml ics vcf vcard
  zip gz tgz bz2 xz 7z rar tar dmg pkg exe msi apk ipa iso deb rpm jar bin jpg jpeg jpe png gif webp avif svg ico bmp tif
  tiff heic psd ai eps mp3 m4a aac wav ogg oga flac mp4 m4v mov avi wmv webm mkv mpg mpeg m3u8 css js mjs map wasm woff
  woff2 ttf otf eot swf torrent sig asc`.split(/\s+/),
)

/** Folded, without spaces. Pages that change something, need a visitor's account, or go on for ever. */
const segments = new Set(
  `login logon signin signup signout register registration logout logoff auth oauth account accounts myaccount password
  forgotpassword resetpassword lostpassword unsubscribe admin wpadmin wpjson cgibin cdncgi xmlrpc cart basket
  shoppingcart checkout wishlist compare order orders search find calendar kalender print printview share feed rss tag
  tags author page comments trackback redirect goto attachment cdn
  anmelden anmeldung einloggen abmelden registrieren registrierung konto meinkonto benutzerkonto passwort warenkorb
  merkzettel merkliste kasse bestellung suche drucken druckansicht
  connexion deconnexion seconnecter inscription compte moncompte panier caisse recherche calendrier imprimer
  iniciarsesion registro cuenta micuenta carrito cesta buscar busqueda calendario imprimir accedi registrati carrello
  cerca ricerca stampa inloggen aanmelden winkelwagen winkelmand zoeken afdrukken entrar carrinho pesquisa pesquisar
  zaloguj logowanie rejestracja koszyk szukaj drukuj loggain varukorg kassa sok skrivut logind kurv indkobskurv sog
  logginn handlekurv kirjaudu ostoskori haku prihlaseni kosik hledat ログイン カート 検索 登录 注册 购物车 搜索`
    .split(/\s+/)
    .map(folded),
)

const parameters = new Set(
  `s q query search keyword keywords sort order orderby orderdir filter filters facet print printable share format action
  do add addtocart addtobasket replytocom redirect redirectto redirecturl return returnurl returnto next goto url day
  month year date week calendar view attachmentid download file currency login logout`.split(/\s+/),
)

const hosts = new Set(
  `login signin account accounts auth sso id my app apps portal admin dashboard console webmail mail cdn static assets img
  images media api staging stage dev test sandbox calendar search`.split(/\s+/),
)

export const urlLengthMax = 512
const depthMax = 6
const parametersMax = 3
const digits = /^[0-9]+$/

const paging = /^(?:page|paged|start|offset)$/
const extension = /\.[a-z]{2,5}$/i

/** Whether a URL leads to a file or to a page that a scan should stay away from. */
export function isTrap(url: URL): boolean {
  if (url.href.length > urlLengthMax || url.username !== '' || url.password !== '') return true
  return isTrapPath(url.pathname) || (url.search !== '' && isTrapQuery(url.searchParams))
}

/** Whether a host below the site's own is one for its customers and machines. */
export function isTrapHost(hostname: string): boolean {
  return hosts.has(hostname.split('.', 1)[0] ?? '')
}

function isTrapPath(pathname: string): boolean {
  const parts = pathname.split('/').filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  const dot = last.lastIndexOf('.')
  if (dot !== -1 && files.has(last.slice(dot + 1).toLowerCase())) return true
  const repeats = parts.length - new Set(parts.map((part) => part.toLowerCase())).size
  return parts.length > depthMax || repeats > 1 || parts.some(isTrapSegment)
}

function isTrapQuery(search: URLSearchParams): boolean {
  if (search.size > parametersMax) return true
  for (const [name, value] of search) {
    const key = folded(name)
    if (parameters.has(key) || (paging.test(key) && digits.test(value))) return true
  }
  return false
}

function isTrapSegment(part: string): boolean {
  const name = decodePercents(part)
  return name.length <= segmentLengthMax && segments.has(folded(name.replace(extension, '')))
}

/** With the separators and the ending that it may be written with, longer than any name above. */
const segmentLengthMax = 40

function folded(text: string): string {
  return fold(text).replaceAll(' ', '')
}
