/** Through which properties of structured data a company, a page or a list leads to what it offers. */
export const offerProperties = [
  'offers',
  'makesOffer',
  'itemOffered',
  'hasOfferCatalog',
  'itemListElement',
  'item',
  'mainEntity',
  'hasMenu',
  'hasMenuSection',
  'hasMenuItem',
] as const
