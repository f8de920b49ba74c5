import { createPhraseFinder } from '../wording/phrases.ts'

export type BusinessModel =
  | 'saas'
  | 'e-commerce'
  | 'retail'
  | 'restaurant'
  | 'hospitality'
  | 'professional-services'
  | 'agency'
  | 'marketplace'
  | 'manufacturer'
  | 'nonprofit'
  | 'media'
  | 'education'
  | 'healthcare'
  | 'finance'
  | 'real-estate'
  | 'construction'
  | 'logistics'
  | 'public-sector'
  | 'open-source'

/** What a company calls itself, in the languages that are cheap to read. */
const words: ReadonlyArray<readonly [BusinessModel, string]> = [
  [
    'saas',
    'saas|software as a service|software-as-a-service|cloud software|cloud platform|cloud-based software|cloud-based platform|online software|web-based software|software platform|saas platform|saas-plattform|cloud-software|softwareplattform|online-software|logiciel en ligne|logiciel saas|logiciel cloud|software en la nube|software online|software in cloud|online boekhoudprogramma|cloudsoftware|automation platform|analytics platform|data platform|ai platform|developer platform|all-in-one platform|management software|accounting software|billing software|invoicing software|scheduling software|booking software|crm software|project management tool|receivable software|receivables software|planungssoftware|buchhaltungssoftware|rechnungssoftware|verwaltungssoftware|buchungssoftware|praxissoftware|logiciel de gestion|logiciel de facturation|software de gestión|software gestionale|software|software for|software that|software to|app for|app that|platform for|platform that|api for|api that|software für|app für|plattform für|logiciel pour|application pour|software para|plataforma para|software per|piattaforma per|software voor|platform voor',
  ],
  [
    'e-commerce',
    'online shop|online store|onlineshop|online-shop|webshop|web shop|e-commerce shop|boutique en ligne|tienda online|tienda en línea|negozio online|webwinkel|nettbutikk|webbutik|webbutiken|sklep internetowy|verkkokauppa|versandhandel|free shipping on orders|versandkostenfrei ab',
  ],
  [
    'retail',
    'boutique in|our shop in|our store in|flagship store|bookshop|bookstore|hardware store|furniture store|garden centre|garden center|grocery store|delicatessen|fachgeschäft|ladengeschäft|einzelhandel|buchhandlung|blumenladen|optiker|juwelier|fahrradladen|weinhandlung|hofladen|boulangerie|bäckerei|bakery|pâtisserie|konditorei|panadería|panetteria|pasticceria|metzgerei|fleischerei|boucherie|butcher|florist|bike shop|wine merchant|cheesemonger|fromagerie|librairie|librería|libreria|bakkerij|slagerij|showroom|fahrräder|second-hand shop|antiques',
  ],
  [
    'restaurant',
    'restaurant|ristorante|osteria|trattoria|pizzeria|bistro|bistrot|brasserie|brasserie restaurant|gasthaus|gasthof|wirtshaus|taverna|tapas bar|steakhouse|sushi bar|café|coffee shop|coffee bar|gastropub|wine bar|cocktail bar|taquería|taqueria|restaurante|eetcafé|restaurang|ravintola|food truck|diner|eatery',
  ],
  [
    'hospitality',
    "hotel|hôtel|hostel|guesthouse|guest house|bed and breakfast|bed & breakfast|b&b|pension|ferienwohnung|ferienwohnungen|ferienhaus|ferienhäuser|holiday cottage|holiday cottages|holiday apartments|vacation rental|vacation rentals|campsite|campingplatz|camping|resort|agriturismo|chambres d'hôtes|casa rural|apartahotel|gästehaus|lodge|boutique hotel|landhotel|berghotel|albergo|spa hotel|wellnesshotel|ryokan|hot spring inn|country inn|inn",
  ],
  [
    'professional-services',
    "law firm|law office|law offices|attorneys|attorneys at law|solicitors|barristers|legal services|notary|accounting firm|accountants|chartered accountants|tax advisors|tax advisers|tax advisor|bookkeeping services|consulting firm|consultancy|management consulting|management consultants|engineering consultancy|architects|architecture firm|architecture studio|surveyors|patent attorneys|recruitment agency|staffing|rechtsanwälte|rechtsanwalt|rechtsanwältin|rechtsanwältinnen|anwaltskanzlei|kanzlei|fachanwalt|fachanwältin|notar|notariat|steuerberater|steuerberatung|steuerkanzlei|steuerbüro|wirtschaftsprüfer|unternehmensberatung|architekten|architekturbüro|ingenieurbüro|ingenieurgesellschaft|sachverständiger|personalberatung|avocats|avocat|cabinet d'avocats|expert-comptable|experts-comptables|cabinet comptable|notaire|cabinet de conseil|architectes|abogados|despacho de abogados|asesoría|gestoría|consultoría|arquitectos|avvocati|studio legale|commercialista|studio commercialista|consulenza|architetti|advocaten|advocatenkantoor|accountantskantoor|adviesbureau|notariskantoor|architectenbureau|advokatbyrå|kancelaria|estudio de arquitectura|arquitectura|consultoria|consultants|architecture|architect|architekt|freelance|freelance illustrator|illustrator|photographer|fotograf|fotografin|photographe|translator|übersetzer|mediation|patentanwälte",
  ],
  [
    'agency',
    'digital agency|marketing agency|creative agency|design agency|web agency|advertising agency|branding agency|design studio|web design studio|creative studio|pr agency|seo agency|social media agency|media agency|development agency|software agency|software development agency|software house|software consultancy|software studio|production studio|digitalagentur|werbeagentur|webagentur|marketingagentur|kreativagentur|designagentur|internetagentur|designbüro|designstudio|medienagentur|softwareagentur|agence web|agence digitale|agence de communication|agence créative|studio graphique|studio de design|agencia digital|agencia de marketing|agencia creativa|agencia de publicidad|estudio de diseño|agenzia di comunicazione|agenzia creativa|web agency|studio grafico|reclamebureau|ontwerpbureau|webbureau|designbureau|mediebyrå|reklambyrå|custom software|custom software development|bespoke software|bespoke websites|web design|webdesign|web development|individualsoftware|softwareentwicklung|software a medida|desarrollo web|développement web|développement sur mesure|software su misura|maatwerk software|maatwerksoftware|oprogramowanie na zamówienie',
  ],
  [
    'marketplace',
    'marketplace|online marketplace|marktplatz|online-marktplatz|place de marché|mercado online|connects buyers and sellers|buyers and sellers|marktplaats',
  ],
  [
    'manufacturer',
    'manufacturer|manufacturers|manufacturing company|we manufacture|manufacturing of|manufacturer of|precision manufacturing|hersteller|hersteller von|produzent|manufaktur|maschinenbau|anlagenbau|fertigung|fertigung von|werkzeugbau|metallbau|fabricant|fabricant de|fabricante|fabricante de|produttore|produttore di|fabrikant|tillverkare|producent|valmistaja|foundry|gießerei|manufactures|fertigt|fertigen|produziert|fabrique|fabriquons|fabricamos|produciamo|vervaardigt|tillverkar|maker of|makers of|made by hand|handmade|atelier',
  ],
  [
    'nonprofit',
    'nonprofit|non-profit|not-for-profit|nonprofit organization|charity|registered charity|charitable trust|501(c)(3)|501c3|ngo|foundation|community foundation|gemeinnützig|gemeinnützige|gemeinnütziger|gemeinnützige organisation|stiftung|förderverein|hilfsorganisation|verein|association loi 1901|association à but non lucratif|fondation|organisation non gouvernementale|ong|fundación|asociación sin ánimo de lucro|sin ánimo de lucro|fondazione|onlus|associazione|stichting|goed doel|stiftelse|fundacja|conservation trust|wildlife trust|museum|charitable foundation',
  ],
  [
    'media',
    "newspaper|magazine|news site|podcast network|publisher|publishing house|tageszeitung|zeitung|zeitschrift|verlag|radiosender|radio station|tv station|journal en ligne|maison d'édition|periódico|editorial|revista|giornale|casa editrice|rivista|krant|uitgeverij|online magazine|independent journalism|film production|publishers|independent publisher|local news|independent news|long reads",
  ],
  [
    'education',
    'school|schools|primary school|secondary school|university|college|academy|language school|music school|online courses|tutoring|kindergarten|driving school|sprachschule|musikschule|fahrschule|grundschule|gymnasium|hochschule|universität|akademie|volkshochschule|nachhilfe|école|école de langues|université|lycée|formation professionnelle|centre de formation|escuela|universidad|academia|colegio|scuola|università|accademia|taalschool|rijschool|yoga teacher training|montessori|courses|online course|workshops|classes',
  ],
  [
    'healthcare',
    'dental practice|dentist|dentists|dental clinic|medical practice|clinic|hospital|physiotherapy|veterinary clinic|veterinary practice|pharmacy|optometrist|medical centre|medical center|psychotherapy|zahnarzt|zahnärztin|zahnärzte|zahnarztpraxis|arztpraxis|hausarztpraxis|hausarzt|klinik|krankenhaus|physiotherapie|psychotherapie|tierarzt|tierarztpraxis|apotheke|heilpraktiker|kieferorthopädie|kinderarzt|pflegedienst|hebamme|cabinet dentaire|dentiste|cabinet médical|clinique|kinésithérapeute|pharmacie|vétérinaire|clínica|clínica dental|dentista|farmacia|fisioterapia|studio dentistico|clinica|tandarts|tandartspraktijk|huisarts|huisartsenpraktijk|fysiotherapie|apotheek|tandläkare|gabinet',
  ],
  [
    'finance',
    'bank|credit union|insurance agency|insurance broker|insurance company|asset management|wealth management|investment firm|venture capital|private equity|financial advisers|financial advisors|mortgage broker|versicherungsmakler|versicherungsagentur|versicherung|vermögensverwaltung|finanzberatung|sparkasse|baufinanzierung|banque|courtier en assurance|assurances|gestion de patrimoine|banco|correduría de seguros|seguros|banca|assicurazioni|broker assicurativo|verzekeringen|hypotheekadviseur|mortgage advice|independent mortgage advice|financial advice|mortgages|insurance brokers|assekuranz|finanzierungen',
  ],
  [
    'real-estate',
    'real estate|real estate agency|estate agents|estate agent|letting agents|property management|realtor|realtors|immobilienmakler|immobilien|hausverwaltung|immobilienverwaltung|agence immobilière|immobilier|inmobiliaria|agenzia immobiliare|immobiliare|makelaar|makelaardij|mäklare|property developer|bauträger|realty|homes for sale|houses for sale|properties for sale|lettings|wohnungen zu verkaufen|biens à vendre',
  ],
  [
    'construction',
    'construction company|general contractor|roofing|roofer|roofers|plumbing|plumber|plumbers|electrician|electricians|hvac|carpentry|joinery|home builder|building contractor|landscaping|bauunternehmen|baufirma|dachdecker|dachdeckerei|elektriker|elektroinstallation|sanitär|heizungsbau|zimmerei|schreinerei|tischlerei|maurer|malerbetrieb|gartenbau|garten- und landschaftsbau|tiefbau|hochbau|entreprise de construction|couvreur|plombier|électricien|menuiserie|maçonnerie|constructora|reformas|fontanero|electricista|impresa edile|idraulico|elettricista|falegnameria|bouwbedrijf|aannemer|loodgieter|dakdekker|timmerman|byggföretag',
  ],
  [
    'logistics',
    'logistics|logistics company|freight forwarder|freight forwarding|freight|haulage|courier|courier service|trucking|moving company|removals|warehousing|shipping line|spedition|logistik|logistikdienstleister|umzugsunternehmen|kurierdienst|transportunternehmen|transporteur|transport routier|logistique|déménagement|logística|transportes|mudanzas|logistica|trasporti|traslochi|logistiek|verhuisbedrijf|transportbedrijf|transport and storage|transport en opslag|transport und lagerung',
  ],
  [
    'public-sector',
    'city council|town council|county council|municipality|ministry of|government agency|public library|stadtverwaltung|gemeindeverwaltung|landratsamt|bürgeramt|stadtwerke|bundesamt|mairie|commune de|préfecture|conseil départemental|ayuntamiento|ministerio de|comune di|municipio|gemeente|kommun|kommune',
  ],
  [
    'open-source',
    'open source project|open-source project|open source library|open-source library|open source framework|open-source framework|free and open source|free and open-source|open-source-projekt',
  ],
]

export const modelWordsIn = createPhraseFinder(
  words.flatMap(([model, list]) => list.split('|').map((word) => [word, model] as const)),
)

/** Words that others use of themselves or of their surroundings as well: half as telling. */
export const vagueWords = new Set(
  'pension association lodge editorial revista verlag camping software school schools museum foundation hospital clinic bank marketplace magazine architects surveyors architecture arquitectura consultants freelance courses classes workshops mortgages inn showroom publishers antiques camping resort academy college university verein transport spedition freight handmade atelier'.split(
    ' ',
  ),
)

/** Before a word by which the company names itself: `We are a nonprofit`. */
export const namesItself =
  /\b(?:we are|we're|is|wir sind|ist|nous sommes|est|somos|es|siamo|wij zijn) (?:an? |eine? |une? |una |el |la |een |the |die |das )?(?:\p{L}{1,20} ){0,2}$/iu

export const patterns = [namesItself]

/** What somebody builds for others is no product of its own. */
export const building = new Set(
  'build builds building develop develops developing write writes create creates custom bespoke design designs entwickeln entwickelt entwickelte programmieren développons développe desarrollamos sviluppiamo ontwikkelen bouwen'.split(
    ' ',
  ),
)

/** After these words stand the customers, not the company itself. */
export const closeTowards = new Set(
  'for to from former with by helping help helps für an von vom pour à chez para per voor van aan åt till your their every any ihre ihr ihren votre vos su tu uw via einem einer eines'.split(
    ' ',
  ),
)

/** Types of schema.org that are one business model. */
export const modelOfType: ReadonlyMap<string, BusinessModel> = new Map(
  (
    [
      [
        'restaurant',
        'Restaurant FoodEstablishment CafeOrCoffeeShop BarOrPub FastFoodRestaurant IceCreamShop',
      ],
      [
        'hospitality',
        'Hotel LodgingBusiness BedAndBreakfast Hostel Motel Resort Campground VacationRental SkiResort',
      ],
      [
        'professional-services',
        'LegalService Attorney Notary AccountingService ProfessionalService EmploymentAgency',
      ],
      [
        'healthcare',
        'MedicalBusiness MedicalOrganization Dentist Physician IndividualPhysician PhysiciansOffice Hospital MedicalClinic Optician Optometric Pharmacy Physiotherapy VeterinaryCare Dermatology Gynecologic Pediatric Psychiatric Midwifery DiagnosticLab',
      ],
      ['finance', 'FinancialService BankOrCreditUnion InsuranceAgency'],
      ['real-estate', 'RealEstateAgent'],
      [
        'construction',
        'HomeAndConstructionBusiness GeneralContractor Electrician Plumber RoofingContractor HVACBusiness HousePainter',
      ],
      ['logistics', 'MovingCompany'],
      ['nonprofit', 'NGO Museum AnimalShelter'],
      ['public-sector', 'GovernmentOrganization GovernmentOffice'],
      [
        'education',
        'EducationalOrganization School CollegeOrUniversity ElementarySchool HighSchool MiddleSchool Preschool',
      ],
      ['media', 'NewsMediaOrganization RadioStation TelevisionStation'],
      ['e-commerce', 'OnlineStore'],
      ['marketplace', 'OnlineMarketplace'],
      [
        'retail',
        'Store Bakery BookStore BikeStore ClothingStore ComputerStore ConvenienceStore DepartmentStore ElectronicsStore Florist FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore MensClothingStore MobilePhoneStore MusicStore OfficeEquipmentStore OutletStore PetStore ShoeStore SportingGoodsStore TireShop ToyStore',
      ],
    ] as const
  ).flatMap(([model, types]) => types.split(' ').map((type) => [type, model] as const)),
)

/** How a person would say it. */
export const modelTexts: Readonly<Record<BusinessModel, string>> = {
  saas: 'Sells software as a service',
  'e-commerce': 'Sells goods online',
  retail: 'Runs a shop',
  restaurant: 'Runs a restaurant or café',
  hospitality: 'Runs a hotel or lodging',
  'professional-services': 'Sells professional services',
  agency: 'Works as an agency',
  marketplace: 'Runs a marketplace',
  manufacturer: 'Makes and sells products of its own',
  nonprofit: 'Works not for profit',
  media: 'Publishes media',
  education: 'Teaches',
  healthcare: 'Provides health care',
  finance: 'Sells financial services',
  'real-estate': 'Deals in or manages real estate',
  construction: 'Builds or does a trade on buildings',
  logistics: 'Moves or stores goods',
  'public-sector': 'Is a public body',
  'open-source': 'Develops open-source software',
}
