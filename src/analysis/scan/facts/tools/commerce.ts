import type { Tool } from './tool.ts'

/** Shops, reviews and shipping. */
export const commerce: readonly Tool[] = [
  {
    name: 'Shopify',
    loads: [
      'cdn.shopify.com',
      'shopifycdn.com',
      'sdks.shopifycdn.com',
      'shopifycloud.com',
      'monorail-edge.shopifysvc.com',
    ],
    links: ['*.myshopify.com'],
    inline: ['Shopify.shop', 'Shopify.theme', 'ShopifyBuy.buildClient('],
    metas: ['shopify-checkout-api-token', 'shopify-digital-wallet'],
    headers: [
      ['x-shopid', ''],
      ['x-shopify-stage', ''],
      ['x-shopify-request-id', ''],
      ['x-sorting-hat-shopid', ''],
      ['powered-by', 'shopify'],
    ],
    spf: ['shops.shopify.com'],
    cname: ['myshopify.com'],
    txt: ['shopify-verification-code='],
  },
  {
    name: 'WooCommerce',
    generators: ['woocommerce'],
    paths: ['/wp-content/plugins/woocommerce/'],
    inline: ['woocommerce_params', 'wc_add_to_cart_params', 'wc_cart_fragments_params'],
  },
  {
    name: 'BigCommerce',
    loads: ['bigcommerce.com'],
    inline: ['BCData='],
    headers: [['x-bc-store-id', '']],
    cname: ['mybigcommerce.com', 'bigcommerce.com'],
  },
  {
    name: 'Magento',
    names: ['Magento', 'Adobe Commerce'],
    paths: ['/static/version*/frontend/', '/static/frontend/Magento/'],
    headers: [
      ['x-magento-cache-debug', ''],
      ['x-magento-tags', ''],
      ['x-magento-vary', ''],
    ],
  },
  {
    name: 'Shopware',
    generators: ['shopware'],
    paths: ['/bundles/storefront/', '/engine/Shopware/'],
    headers: [
      ['sw-version-id', ''],
      ['sw-context-token', ''],
    ],
  },
  {
    name: 'PrestaShop',
    generators: ['prestashop'],
    inline: ['prestashop={'],
    headers: [['powered-by', 'prestashop']],
  },
  {
    name: 'Ecwid',
    loads: ['app.ecwid.com', 'ecwid.com/script.js'],
    inline: ['Ecwid.init(', 'xProductBrowser('],
  },
  { name: 'Snipcart', loads: ['cdn.snipcart.com'], inline: ['SnipcartSettings'] },
  {
    name: 'Salesforce Commerce Cloud',
    loads: ['demandware.net', 'demandware.edgesuite.net'],
    paths: ['/on/demandware.static/'],
    option: 'Salesforce',
  },
  { name: 'Etsy', links: ['etsy.com/shop/*', 'etsy.com/*/shop/*', '*.etsy.com'] },
  {
    name: 'Recharge',
    loads: ['static.rechargecdn.com', 'rechargecdn.com', 'static.rechargepayments.com'],
    ordinaryWord: true,
  },

  {
    name: 'Trustpilot',
    loads: ['widget.trustpilot.com', 'invitejs.trustpilot.com'],
    links: ['trustpilot.com/review/*'],
  },
  {
    name: 'Trusted Shops',
    loads: ['widgets.trustedshops.com', 'trustedshops.com', 'integrations.etrusted.com'],
    links: ['trustedshops.de/bewertung/*', 'trustedshops.com/buyerrating/*', 'trustedshops.de/shop/*'],
  },
  { name: 'Yotpo', loads: ['yotpo.com'] },
  { name: 'Judge.me', loads: ['cdn.judge.me', 'cdnwidget.judge.me', 'judgeme.imgix.net'], inline: ['jdgm='] },
  {
    name: 'Reviews.io',
    loads: ['widget.reviews.io', 'widget.reviews.co.uk'],
    names: ['REVIEWS.io', 'Reviews.io'],
  },
  { name: 'ProvenExpert', loads: ['provenexpert.com', 'provenexpert.net'], links: ['provenexpert.com/*'] },
  {
    name: 'eKomi',
    loads: ['ekomi.com', 'ekomi.de', 'ekomiapps.de'],
    links: ['ekomi.de/bewertungen-*', 'ekomi.co.uk/testimonials-*'],
  },
  { name: 'Okendo', loads: ['okendo.io'] },
  {
    name: 'Stamped',
    loads: ['cdn1.stamped.io', 'cdn.stamped.io'],
    ordinaryWord: true,
    names: ['Stamped.io'],
  },
  {
    name: 'Feefo',
    loads: ['register.feefo.com', 'api.feefo.com'],
    links: ['feefo.com/reviews/*', 'feefo.com/*/reviews/*'],
  },
  { name: 'Bazaarvoice', loads: ['bazaarvoice.com'] },

  { name: 'Sendcloud', loads: ['sendcloud.sc'], names: ['Sendcloud', 'SendCloud'] },
  { name: 'AfterShip', loads: ['aftership.com'], links: ['*.aftership.com'] },
  { name: 'ShipStation', loads: ['shipstation.com'] },
  { name: 'Shippo', loads: ['goshippo.com'] },
  { name: 'EasyPost' },
  { name: 'Packlink', names: ['Packlink', 'Packlink PRO'] },
]
