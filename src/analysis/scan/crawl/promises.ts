/**
 * What a page promises to tell, in the order in which a scan wants to know: who it is and how to reach it first, as
 * those facts are asked of every site.
 */
export const pagePromises = [
  'contact',
  'about',
  'pricing',
  'product',
  'imprint',
  'integrations',
  'security',
  'careers',
] as const
export type PagePromise = (typeof pagePromises)[number]

/** `whole` must be all of a name: the words say something else within others (Dutch "over", Danish "om"). */
type Strength = 'strong' | 'weak' | 'whole'

/**
 * Words of links and addresses by what they promise, in the languages en, de, fr, es, it, nl, pt, pl, sv, da, nb, fi,
 * cs, ja, zh and some of ko, tr, ru. Accents, case and hyphens do not count.
 */
export const promiseWords: Readonly<Record<PagePromise, Readonly<Record<Strength, string>>>> = {
  contact: {
    strong: `contact|contact us|contacts|contact me|contact sales|get in touch|kontakt|kontaktieren sie uns|kontakt aufnehmen|
      nous contacter|contactez nous|contacter|contacto|contactar|contactanos|contactenos|contatti|contattaci|contatto|
      contacteer ons|neem contact op|contactgegevens|contato|fale conosco|contactos|contacte nos|skontaktuj sie|kontakta oss|
      kontakt os|kontakt oss|ota yhteytta|yhteystiedot|kontakty|kontaktujte nas|お問い合わせ|お問合せ|お問合わせ|問い合わせ|
      联系我们|聯絡我們|聯繫我們|联系方式|iletisim|контакты|문의|연락처`,
    weak: `support|help|help center|customer service|locations|find us|visit us|offices|our offices|reach us|talk to sales|
      book a demo|anfahrt|standorte|standort|filialen|reservation|reservations|reservierung|reserver|reserveren|
      prenota|prenotazioni|reservas|nos agences|sedi|dove siamo|
      klantenservice|kundtjanst|kundeservice|asiakaspalvelu|アクセス`,
    whole: 'sales|hours|opening hours|offnungszeiten|horaires|horarios|openingstijden',
  },
  about: {
    strong: `about|about us|about me|who we are|our story|our company|the company|company profile|uber uns|ueber uns|uber mich|
      ueber mich|unternehmen|das unternehmen|firmenprofil|die kanzlei|a propos|a propos de nous|qui sommes nous|
      notre entreprise|notre histoire|l entreprise|la societe|sobre nosotros|quienes somos|acerca de|acerca de nosotros|
      la empresa|nuestra historia|conocenos|chi siamo|l azienda|azienda|su di noi|la nostra storia|over ons|wie zijn wij|
      wie we zijn|ons verhaal|ons bedrijf|sobre nos|quem somos|sobre a empresa|nossa historia|o nas|o firmie|om oss|om os|
      om foretaget|om virksomheden|meista|tietoa meista|yrityksesta|o spolecnosti|会社概要|企業情報|会社情報|会社案内|
      私たちについて|关于我们|關於我們|公司简介|公司介绍|關於|hakkimizda|о компании|о нас|회사소개`,
    weak: `our team|the team|leadership|management team|our mission|mission|our history|our values|das team|unser team|
      geschichte|philosophie|stiftung|equipe|notre equipe|equipo|nuestro equipo|il team|storia|ons team|nosso time|
      zespol|tiimi|vart team|代表挨拶|团队`,
    whole: `company|team|people|story|history|vision|values|firma|kanzlei|entreprise|empresa|nosotros|sobre|over|bedrijf|om|
      yritys|foundation|la fondation|fondation|fundacion|fondazione|stichting|fundacja|unser haus|praxis|lawyers|attorneys|
      anwalte|anwaelte|rechtsanwalte|avocats|abogados|avvocati|关于`,
  },
  pricing: {
    strong: `pricing|prices|plans and pricing|pricing plans|price list|preise|preisliste|preise und tarife|tarife|tarifs|
      nos tarifs|les tarifs|nos prix|precios|planes y precios|tarifas|prezzi|tariffe|listino prezzi|prijzen|tarieven|
      precos|planos e precos|cennik|ceny|priser|prissattning|prislista|prisliste|hinnat|hinnasto|hinnoittelu|cenik|料金|
      料金プラン|価格|料金表|价格|定价|價格|收费标准|fiyatlandirma|fiyatlar|цены|тарифы|요금|가격`,
    weak: `fees|rates|our fees|packages|membership|memberships|subscriptions|kosten|honorar|honorare|abonnements|abonnement|
      tarif|abos|planes|planos|abbonamenti`,
    whole: 'plans|price|cost|costs|preis|prix|precio|prezzo|pris|abo|rates and fees',
  },
  product: {
    strong: `product|products|our products|services|our services|solutions|our solutions|features|platform|what we do|
      what we offer|produkt|produkte|unsere produkte|leistungen|unsere leistungen|losungen|loesungen|dienstleistungen|
      funktionen|produits|nos produits|nos services|nos solutions|fonctionnalites|prestations|productos|servicios|
      nuestros servicios|soluciones|funcionalidades|prodotti|servizi|i nostri servizi|soluzioni|funzionalita|producten|
      diensten|onze diensten|oplossingen|functies|produtos|servicos|solucoes|produkty|uslugi|rozwiazania|funkcje|
      produkter|tjanster|losningar|tjenester|ydelser|losninger|tuotteet|palvelut|ratkaisut|ominaisuudet|sluzby|reseni|
      製品|製品情報|商品|サービス|ソリューション|产品|产品中心|服务|解决方案|產品|服務|urunler|hizmetler|услуги|제품|서비스`,
    weak: `practice areas|areas of practice|rechtsgebiete|expertise|how it works|use cases|collections|catalog|catalogue|
      katalog|catalogo|menus|our menu|speisekarte|getrankekarte|rooms|zimmer|chambres|habitaciones|camere|programs|
      programmes|our work|our projects|projekte|projets|proyectos|angebote|angebot|oferta|nabidka|treatments|behandlungen|
      sortiment|nos offres|domaines d expertise|funktioner|kurse|courses|tours`,
    whole: `shop|store|menu|la carte|carte|carta|work|projects|portfolio|offers|overview|tour|product overview|collection|
      service|solution|メニュー|菜单`,
  },
  imprint: {
    strong: `imprint|impressum|legal notice|legal notices|legal information|company information|site notice|mentions legales|
      informations legales|aviso legal|informacion legal|note legali|informazioni legali|colofon|juridische informatie|
      aviso juridico|informacoes legais|nota prawna|informacje prawne|dane firmy|anbieterkennzeichnung|
      特定商取引法に基づく表記|特定商取引法|特商法|法律声明|公司信息|yasal uyari|pravni informace|tiraz|oikeudelliset tiedot|
      juridisk information`,
    weak: 'rechtliches|rechtliche hinweise|mentions|datos legales|informativa legale|wettelijke vermeldingen|サイト運営者',
    whole: 'legal|disclaimer|juridisch|legale',
  },
  integrations: {
    strong: `integrations|integration|our integrations|app marketplace|app directory|connectors|integrationen|schnittstellen|
      anbindungen|integraciones|integrazioni|integraties|koppelingen|integracoes|integracje|integrationer|integrasjoner|
      integraatiot|integrace|連携|外部連携|連携サービス|集成|整合|интеграции|entegrasyonlar`,
    weak: 'plugins|addons|add ons|extensions|technology partners|works with|ecosystem|connections|app store|marketplace',
    whole: 'apps|partners|partner|developers|api|partenaires|socios|partnerzy',
  },
  security: {
    strong: `security|trust center|trust centre|security and compliance|security and privacy|data security|sicherheit|
      datensicherheit|it sicherheit|securite|seguridad|sicurezza|beveiliging|seguranca|bezpieczenstwo|sakerhet|
      sikkerhed|sikkerhet|tietoturva|bezpecnost|zabezpeceni|セキュリティ|安全性|安全与合规|безопасность|guvenlik|보안`,
    weak: 'compliance|certifications|zertifizierungen|certificats|gdpr|dsgvo|rgpd|reliability|veiligheid|turvallisuus',
    whole: 'trust|安全',
  },
  careers: {
    strong: `careers|career|jobs|work with us|work for us|join us|join our team|we are hiring|open positions|open roles|
      vacancies|karriere|stellenangebote|offene stellen|jobs und karriere|arbeiten bei uns|carrieres|recrutement|
      nous rejoindre|rejoignez nous|emplois|offres d emploi|trabaja con nosotros|empleo|unete al equipo|lavora con noi|
      posizioni aperte|vacatures|werken bij|trabalhe conosco|trabalhe connosco|carreiras|vagas|recrutamento|kariera|
      oferty pracy|dolacz do nas|karriar|lediga tjanster|lediga jobb|jobba hos oss|ledige stillinger|job hos os|
      jobb hos oss|tyopaikat|avoimet tyopaikat|rekry|toihin meille|volna mista|volne pozice|採用情報|採用|求人|求人情報|招聘|
      加入我们|人才招聘|招贤纳士|加入我們|вакансии|карьера|채용|is ilanlari|kariyer`,
    weak: 'hiring|life at|working at|culture|stellen|ausbildung|empleos|carreras|rekrutering|rekrytointi|zamestnani',
    whole: 'job|carriere|carriera|praca|ura|jobb|recruitment|volontariat|ehrenamt',
  },
}
