import type { Product } from '../catalog.ts'
import { painPoints, roles, tools } from '../default-options.ts'
import { weigh } from './weigh.ts'

export const campaignStudio: Product = {
  key: 'campaign-studio',
  name: 'Campaign Studio',
  tagline: 'turns one brief into brand-exact campaign images',
  summary:
    'I keep your logo, colours and copy defaults in a brand kit, make square, landscape and portrait images from a single brief, and hand you a link to review them. Your logo is placed exactly as you uploaded it; only the scene is generated.',
  url: '{AGENT_URL}/.well-known/agent.json',
  signals: {
    roles: [
      ...weigh(5, roles.marketing),
      ...weigh(4, roles.design),
      ...weigh(3, roles.agency),
      ...weigh(1, roles.founder, roles.sales),
    ],
    painPoints: [
      ...weigh(5, painPoints.slowImages, painPoints.offBrand),
      ...weigh(4, painPoints.manySizes, painPoints.approvalRounds),
      ...weigh(1, painPoints.byHand),
    ],
    tools: [
      ...weigh(3, tools.canva, tools.figma, tools.adobe),
      ...weigh(2, tools.metaAds, tools.googleAds, tools.tikTokAds, tools.mailchimp, tools.klaviyo),
      ...weigh(2, tools.brevo, tools.shopify),
      ...weigh(1, tools.linkedInAds, tools.wooCommerce, tools.wordPress, tools.webflow),
      ...weigh(1, tools.wix, tools.squarespace, tools.activeCampaign),
    ],
  },
  faq: [
    {
      question: 'What does Campaign Studio make?',
      alsoAsked: [
        'Which image sizes are there?',
        'Which formats are supported?',
        'What is the size of an image?',
        'Does it make banners?',
      ],
      answer:
        'Campaign images in square (1080 by 1080), landscape (1200 by 628) and portrait (1080 by 1350), all cut from one scene, with your logo and your copy.',
    },
    {
      question: 'Does Campaign Studio redraw our logo?',
      alsoAsked: ['Is our logo changed?', 'Is the logo exact?'],
      answer:
        'No. The uploaded logo is composited exactly and never redrawn. Only the scene behind it is generated.',
    },
    {
      question: 'What is a brand kit?',
      alsoAsked: ['How do I save brand colours and fonts?', 'How does it stay on brand?'],
      answer:
        'A saved set of logo, placement, copy defaults and formats with a version. Each call names the kit, so every image follows it.',
    },
    {
      question: 'Who approves the images of Campaign Studio?',
      alsoAsked: ['How does review work?', 'How long does a draft live?', 'Can I reject an image?'],
      answer:
        'A person. Each run answers with a review link; a draft waits 7 days for approve, reject or request changes.',
    },
    {
      question: 'Can other agents and programs use Campaign Studio?',
      alsoAsked: [
        'Is there an API?',
        'Which integrations are supported?',
        'Can it integrate with our software?',
        'Can we connect it?',
      ],
      answer:
        'Yes. It is called over HTTP with a brief or with parameters, and describes itself at /.well-known/agent.json.',
    },
    {
      question: 'What is a provenance receipt?',
      alsoAsked: ['How can I prove where an image came from?', 'Is there proof of origin?'],
      answer:
        'A signed statement, kept off-chain, that ties the hash of the image to the brand kit and the brief it was made from. Anybody who holds it can check it.',
    },
  ],
  boundaries: [
    'I never redraw or recolour your logo on my own.',
    'I publish nothing: a person approves each image.',
    'I do not book or place advertisements.',
  ],
}
