import type { Tool } from './tool.ts'

/** Advertising pixels, ad networks and partner programmes. */
export const advertising: readonly Tool[] = [
  {
    name: 'Meta Pixel',
    loads: ['connect.facebook.net/*/fbevents.js', 'facebook.com/tr'],
    inline: ["fbq('init'"],
    names: ['Meta Pixel', 'Facebook Pixel'],
    option: 'Meta Ads',
  },
  { name: 'Meta Ads', names: ['Meta Ads', 'Facebook Ads'] },
  {
    name: 'Meta Business Suite',
    metas: ['facebook-domain-verification'],
    txt: ['facebook-domain-verification='],
    names: ['Meta Business Suite'],
  },
  {
    name: 'Google Ads',
    loads: [
      'googleadservices.com',
      'googletagmanager.com/gtag/js?id=AW-',
      'googleads.g.doubleclick.net/pagead/viewthroughconversion',
    ],
    inline: ["gtag('config','AW-"],
    names: ['Google Ads', 'Google AdWords'],
  },
  {
    name: 'Google AdSense',
    loads: ['pagead2.googlesyndication.com/pagead/js/adsbygoogle.js'],
    metas: ['google-adsense-account'],
  },
  {
    name: 'Google Ad Manager',
    loads: ['securepubads.g.doubleclick.net', 'googletagservices.com/tag/js/gpt.js'],
    inline: ['googletag.defineSlot('],
  },
  {
    name: 'LinkedIn Insight Tag',
    loads: ['snap.licdn.com', 'px.ads.linkedin.com'],
    inline: ['_linkedin_partner_id', '_linkedin_data_partner_ids'],
    option: 'LinkedIn Ads',
  },
  { name: 'LinkedIn Ads' },
  { name: 'TikTok Pixel', loads: ['analytics.tiktok.com'], inline: ['ttq.load('], option: 'TikTok Ads' },
  { name: 'TikTok Ads' },
  {
    name: 'X Ads',
    loads: ['static.ads-twitter.com', 'analytics.twitter.com'],
    inline: ["twq('init'", "twq('config'"],
    names: ['X Ads', 'Twitter Ads'],
  },
  {
    name: 'Pinterest Tag',
    loads: ['s.pinimg.com/ct', 'ct.pinterest.com'],
    inline: ["pintrk('load'"],
    names: ['Pinterest Ads', 'Pinterest Tag'],
  },
  {
    name: 'Snap Pixel',
    loads: ['sc-static.net', 'tr.snapchat.com'],
    inline: ["snaptr('init'"],
    names: ['Snapchat Ads', 'Snap Pixel'],
  },
  {
    name: 'Reddit Pixel',
    loads: ['redditstatic.com/ads', 'alb.reddit.com'],
    inline: ["rdt('init'"],
    names: ['Reddit Ads', 'Reddit Pixel'],
  },
  { name: 'Quora Pixel', loads: ['a.quora.com', 'q.quora.com'], inline: ["qp('init'"] },
  {
    name: 'Microsoft Advertising',
    loads: ['bat.bing.com', 'bat.bing.net'],
    inline: ['uetq'],
    names: ['Microsoft Advertising', 'Microsoft Ads', 'Bing Ads'],
  },
  { name: 'Criteo', loads: ['criteo.net', 'criteo.com'] },
  { name: 'Taboola', loads: ['taboola.com'], inline: ['_taboola.push('] },
  { name: 'Outbrain', loads: ['outbrain.com'], inline: ['OB_ADV_ID', "obApi('track'"] },
  { name: 'AdRoll', loads: ['adroll.com'], inline: ['adroll_adv_id'] },
  { name: 'The Trade Desk', loads: ['adsrvr.org'] },
  { name: 'Capterra', loads: ['ct.capterra.com'] },
  { name: 'AWIN', loads: ['dwin1.com', 'awin1.com'], names: ['AWIN', 'Awin'] },
  { name: 'Rewardful', loads: ['r.wdfl.co'], inline: ["rewardful('"] },
  { name: 'PartnerStack', loads: ['partnerstack.com', 'grsm.io'] },
  { name: 'FirstPromoter', loads: ['firstpromoter.com'], inline: ["fpr('init'"] },
]
