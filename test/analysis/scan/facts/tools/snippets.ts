/**
 * One place per tool as a customer's site, server or domain shows it: `tool | kind | what stands there`. Written from
 * the tools' installation guides as they read, apart from the table that is tested.
 */
const lines = `
HubSpot | script | //js.hs-scripts.com/48210377.js
Salesforce | form | https://webto.salesforce.com/servlet/servlet.WebToLead?encoding=UTF-8
Pipedrive | script | https://leadbooster-chat.pipedrive.com/assets/loader.js
Zoho CRM | form | https://crm.zoho.eu/crm/WebToLeadForm
Microsoft Dynamics 365 | form | https://public-eur.mkt.dynamics.com/api/v1.0/orgs/0a1b/landingpageforms
Freshsales | script | //eu.fw-cdn.com/10800000/200000.js
Keap | form | https://xy123.infusionsoft.com/app/form/process/0a1b
Close | named | Close CRM
Copper | named | Copper CRM
Attio | named | Attio
SugarCRM | named | SugarCRM
Insightly | form | https://crm.na1.insightly.com/WebToLead/Create
Bitrix24 | script | https://cdn.bitrix24.eu/b123/crm/form/loader_1.js
Outreach | named | Outreach.io
Salesloft | script | https://scout-cdn.salesloft.com/sl.js
Apollo.io | script | https://assets.apollo.io/micro/website-tracker/tracker.iife.js?nocache=1
ZoomInfo | script | https://js.zi-scripts.com/zi-tag.js
Clearbit | script | https://tag.clearbitscripts.com/v1/pk_1/tags.js
6sense | script | https://j.6sc.co/j/0a1b.js
Demandbase | script | https://tag.demandbase.com/0a1b.min.js
Leadfeeder | script | https://sc.lfeeder.com/lftracker_v1_abc.js
Albacross | script | https://serve.albacross.com/track.js
Leadinfo | script | https://cdn.leadinfo.net/ping.js
Qualified | script | https://js.qualified.com/qualified.js?token=t
Lemlist | named | lemlist
Gong | named | Gong.io
CallRail | script | //cdn.callrail.com/companies/123/abc/12/swap.js
Stripe | script | https://js.stripe.com/v3/
PayPal | script | https://www.paypal.com/sdk/js?client-id=AX
Mollie | script | https://js.mollie.com/v1/mollie.js
Adyen | script | https://checkoutshopper-live.adyen.com/checkoutshopper/sdk/5.0.0/adyen.js
Square | script | https://web.squarecdn.com/v1/square.js
Klarna | script | https://js.klarna.com/web-sdk/v1/klarna.js
GoCardless | link | https://pay.gocardless.com/BRT000123
Chargebee | script | https://js.chargebee.com/v2/chargebee.js
Recurly | script | https://js.recurly.com/v4/recurly.js
Paddle | inline | Paddle.Setup({ vendor: 1234 });
Braintree | script | https://js.braintreegateway.com/web/dropin/1.43.0/js/dropin.min.js
Lemon Squeezy | link | https://acme.lemonsqueezy.com/buy/0a1b
FastSpring | script | https://sbl.onfastspring.com/sbl/0.8.3/fastspring-builder.min.js
Checkout.com | script | https://cdn.checkout.com/js/framesv2.min.js
Authorize.net | script | https://js.authorize.net/v1/Accept.js
Amazon Pay | script | https://static-eu.payments-amazon.com/checkout.js
Afterpay | script | https://js.afterpay.com/afterpay-1.x.js
Razorpay | script | https://checkout.razorpay.com/v1/checkout.js
SumUp | script | https://gateway.sumup.com/gateway/ecom/card/v2/sdk.js
Gumroad | script | https://gumroad.com/js/gumroad.js
Patreon | link | https://www.patreon.com/acmepod
Ko-fi | script | https://storage.ko-fi.com/cdn/widget/Widget_2.js
Buy Me a Coffee | link | https://www.buymeacoffee.com/acme
Donorbox | frame | https://donorbox.org/embed/acme-fund
GitHub Sponsors | link | https://github.com/sponsors/someone
Open Collective | link | https://opencollective.com/acme-lib
Gitcoin | link | https://explorer.gitcoin.co/#/round/10/0x1
betterplace.org | frame | https://www.betterplace.org/de/projects/1234-acme/iframe_donation_form
RaiseNow | script | https://tamaro.raisenow.com/acme-1/latest/widget.js
FundraisingBox | script | https://secure.fundraisingbox.com/app/paymentJS?hash=x
Fundraise Up | inline | (function(w,d,s,n,a){})(window,document,'script','x','//cdn.fundraiseup.com/widget/AAAA');
Shopify | header | x-shopid: 61448820114
WooCommerce | style | /wp-content/plugins/woocommerce/assets/css/woocommerce.css?ver=9.3.3
BigCommerce | script | https://cdn11.bigcommerce.com/s-abc/stencil/dist/theme-bundle.main.js
Magento | script | /static/version1715000000/frontend/Acme/theme/en_US/requirejs/require.js
Shopware | script | /bundles/storefront/assets/js/jquery-3.5.1.slim.min.js
PrestaShop | generator | PrestaShop
Ecwid | script | https://app.ecwid.com/script.js?123&data_platform=code
Snipcart | script | https://cdn.snipcart.com/themes/v3.4.0/default/snipcart.js
Salesforce Commerce Cloud | script | https://www.acme-shop.com/on/demandware.static/Sites-acme-Site/-/en/v1/js/main.js
Etsy | link | https://www.etsy.com/shop/AcmeCandles
Recharge | script | https://static.rechargecdn.com/assets/widget.min.js
Trustpilot | script | //widget.trustpilot.com/bootstrap/v5/tp.widget.bootstrap.min.js
Trusted Shops | script | //widgets.trustedshops.com/js/X0A1B.js
Yotpo | script | //staticw2.yotpo.com/abc/widget.js
Judge.me | script | https://cdn.judge.me/widget_preloader.js
Reviews.io | script | https://widget.reviews.io/rich-snippet/dist.js
ProvenExpert | script | https://www.provenexpert.com/widget/richsnippet.js?u=1
eKomi | script | https://sw-assets.ekomiapps.de/static_resources/widget.js
Okendo | script | https://cdn-static.okendo.io/reviews-widget-plus/js/okendo-reviews.js
Stamped | script | https://cdn1.stamped.io/files/widget.min.js
Feefo | script | https://api.feefo.com/api/javascript/acme
Bazaarvoice | script | https://apps.bazaarvoice.com/deployments/acme/main_site/production/en_US/bv.js
Sendcloud | script | https://embed.sendcloud.sc/spp/1.0.0/api.min.js
AfterShip | link | https://acme.aftership.com/
ShipStation | named | ShipStation
Shippo | named | Shippo
EasyPost | named | EasyPost
Packlink | named | Packlink PRO
Intercom | inline | window.intercomSettings = { app_id: "k3j8x0qd" };
Zendesk | script | https://static.zdassets.com/ekr/snippet.js?key=0a1b
Freshdesk | link | https://acme.freshdesk.com/support/home
Freshchat | script | https://wchat.freshchat.com/js/widget.js
Freshworks | named | Freshworks
Drift | inline | drift.SNIPPET_VERSION='0.3.1'; drift.load('abc');
Crisp | inline | window.$crisp=[];window.CRISP_WEBSITE_ID="0a1b";
Tawk.to | inline | var Tawk_API=Tawk_API||{}, Tawk_LoadStart=new Date();
LiveChat | script | https://cdn.livechatinc.com/tracking.js
Tidio | script | //code.tidio.co/abc.js
Olark | inline | olark.identify('1234-567-89-0123');
Help Scout | inline | window.Beacon('init', '0a1b')
Gorgias | script | https://config.gorgias.chat/bundle-loader/01ABC
Userlike | script | https://userlike-cdn-widgets.s3-eu-west-1.amazonaws.com/0a1b.js
Front | script | https://chat-assets.frontapp.com/v1/chat.bundle.js
Kustomer | script | https://cdn.kustomerapp.com/chat-web/widget.js
Re:amaze | script | https://cdn.reamaze.com/assets/reamaze.js
Chatwoot | inline | window.chatwootSDK.run({ websiteToken: 'x', baseUrl: u })
HelpCrunch | script | https://widget.helpcrunch.com/
Smartsupp | inline | var _smartsupp = _smartsupp || {}; _smartsupp.key = 'x';
JivoChat | script | //code.jivosite.com/widget/abc
Trengo | script | https://static.widget.trengo.eu/embed.js
Podium | script | https://connect.podium.com/widget.js#API_TOKEN=x
Zoho SalesIQ | inline | var $zoho=$zoho || {};$zoho.salesiq = $zoho.salesiq || {widgetcode:"x"};
Zoho Desk | form | https://desk.zoho.eu/support/WebToCase
Jira Service Management | script | https://jsd-widget.atlassian.com/assets/embed.js
Statuspage | link | https://acme.statuspage.io
WhatsApp | link | https://wa.me/491701234567
Aircall | named | Aircall
Twilio | txt | twilio-domain-verification=0a1b
RingCentral | named | RingCentral
Dialpad | named | Dialpad
Marketo | inline | Munchkin.init('123-ABC-456');
Pardot | inline | piAId = '12345'; piCId = '678';
ActiveCampaign | form | https://acme.activehosted.com/proc.php
Mailchimp | form | https://acme.us14.list-manage.com/subscribe/post?u=77a&id=0c1
Klaviyo | script | https://static.klaviyo.com/onsite/js/klaviyo.js?company_id=X
Brevo | script | https://sibforms.com/forms/end-form/build/main.js
Omnisend | script | https://omnisnippet1.com/inshop/launcher-v2.js
Drip | script | //tag.getdrip.com/1234567.js
ConvertKit | form | https://app.convertkit.com/forms/123/subscriptions
GetResponse | script | https://us-wbe.gr-cdn.com/script/abc/script.js
AWeber | form | https://www.aweber.com/scripts/addlead.pl
Campaign Monitor | form | https://acme.createsend.com/t/r/s/abc/
Constant Contact | script | //static.ctctcdn.com/js/signup-form-widget/current/signup-form-widget.min.js
MailerLite | inline | ml('account', '123456');
CleverReach | form | https://eu2.cleverreach.com/f/1234-5678/wcs/
rapidmail | form | https://t0a1b.emailsys1a.net/123/456/abc/subscribe/form.html
Customer.io | script | https://assets.customer.io/assets/track.js
Braze | script | https://js.appboycdn.com/web-sdk/4.0/braze.min.js
Iterable | script | //js.iterable.com/analytics.js
Attentive | script | https://cdn.attn.tv/acme/dtag.js
Postscript | script | https://sdk.postscript.io/sdk.bundle.js?shopId=1
Oracle Eloqua | script | https://img.en25.com/i/elqCfg.min.js
Salesforce Marketing Cloud | script | //510000.collect.igodigital.com/collect.js
beehiiv | frame | https://embeds.beehiiv.com/0a1b?slim=true
Substack | frame | https://acme.substack.com/embed
Flodesk | inline | fd('form', { formId: '0a1b' });
Mautic | inline | mt('send', 'pageview');
Emarsys | script | //cdn.scarabresearch.com/js/0A1B/scarab-v2.js
Privy | script | //widget.privy.com/assets/widget.js
OptinMonster | script | https://a.omappapi.com/app/js/api.min.js
Unbounce | script | https://0a1b.js.ubembed.com
Leadpages | script | https://static.leadpages.net/leadbars/current/embed.js
Instapage | script | https://cdn.instapagemetrics.com/t/js/3/it.js
Typeform | script | //embed.typeform.com/next/embed.js
Jotform | script | https://form.jotform.com/jsform/123456
Google Forms | frame | https://docs.google.com/forms/d/e/1FAIpQ/viewform?embedded=true
Microsoft Forms | frame | https://forms.office.com/Pages/ResponsePage.aspx?id=x
Tally | frame | https://tally.so/embed/abc
SurveyMonkey | link | https://www.surveymonkey.com/r/ABC123
Formspree | form | https://formspree.io/f/xabc
Gravity Forms | style | /wp-content/plugins/gravityforms/css/formreset.min.css
AddThis | script | //s7.addthis.com/js/300/addthis_widget.js#pubid=ra-1
ShareThis | script | https://platform-api.sharethis.com/js/sharethis.js#property=1
AddToAny | script | https://static.addtoany.com/menu/page.js
Contact Form 7 | style | /wp-content/plugins/contact-form-7/css/main.min.css?ver=1.2
WPForms | style | /wp-content/plugins/wpforms/css/main.min.css?ver=1.2
Ninja Forms | style | /wp-content/plugins/ninja-forms/css/main.min.css?ver=1.2
Fluent Forms | style | /wp-content/plugins/fluentform/css/main.min.css?ver=1.2
Forminator | style | /wp-content/plugins/forminator/css/main.min.css?ver=1.2
MailPoet | style | /wp-content/plugins/mailpoet/css/main.min.css?ver=1.2
FormSubmit | form | https://formsubmit.co/0a1b2c3d
Formspark | form | https://submit-form.com/0a1b2c3d
Getform | form | https://getform.io/f/0a1b2c3d
Web3Forms | form | https://api.web3forms.com/submit
Basin | form | https://usebasin.com/f/0a1b2c3d
FormAssembly | frame | https://www.tfaforms.com/4800000
Tripetto | frame | https://tripetto.app/run/0A1B2C3D4E
Laposta | script | https://embed.email-provider.eu/e/0a1b.js
Google Workspace | mx | 10 alt3.aspmx.l.google.com.
Microsoft 365 | mx | 0 acme-com.mail.protection.outlook.com.
Zoho Mail | mx | 10 mx.zoho.eu.
Fastmail | mx | 10 in1-smtp.messagingengine.com.
Proton Mail | mx | 10 mail.protonmail.ch.
iCloud Mail | mx | 10 mx01.mail.icloud.com.
mailbox.org | mx | 10 mxext1.mailbox.org.
IONOS | mx | 10 mx00.ionos.de.
STRATO | mx | 5 smtpin.rzone.de.
OVHcloud | mx | 1 mx1.mail.ovh.net.
Gandi | mx | 10 spool.mail.gandi.net.
Infomaniak | mx | 5 mta-gw.infomaniak.ch.
GoDaddy | mx | 0 smtp.secureserver.net.
Rackspace Email | mx | 10 mx1.emailsrvr.com.
Namecheap | mx | 10 mx1.privateemail.com.
Yandex Mail | mx | 10 mx.yandex.net.
Mimecast | mx | 10 eu-smtp-inbound-1.mimecast.com.
Proofpoint | mx | 10 mxa-000.gslb.pphosted.com.
Barracuda Email Security | mx | 10 d123.a.ess.de.barracudanetworks.com.
Hornetsecurity | mx | 10 mx01.hornetsecurity.com.
Cisco Secure Email | mx | 10 mx1.acme.iphmx.com.
SendGrid | spf | sendgrid.net
Mailgun | spf | eu.mailgun.org
Postmark | spf | spf.mtasv.net
Amazon SES | spf | amazonses.com
SparkPost | spf | sparkpostmail.com
Mailjet | spf | spf.mailjet.com
Mailchimp Transactional | spf | spf.mandrillapp.com
Elastic Email | spf | _spf.elasticemail.com
SMTP2GO | spf | spf.smtp2go.com
SocketLabs | spf | email-od.com
Zoho Campaigns | spf | zcsend.net
Google Analytics | script | https://www.googletagmanager.com/gtag/js?id=G-7QK2W0L9XM
Google Tag Manager | frame | https://www.googletagmanager.com/ns.html?id=GTM-T4K9QX
Google Search Console | meta | google-site-verification
Matomo | inline | var _paq = window._paq = window._paq || []; _paq.push(['trackPageView']);
Piwik PRO | script | https://acme.piwik.pro/ppms.js
Plausible | script | https://plausible.io/js/script.js
Fathom | script | https://cdn.usefathom.com/script.js
Simple Analytics | script | https://scripts.simpleanalyticscdn.com/latest.js
Umami | script | https://cloud.umami.is/script.js
Pirsch | script | https://api.pirsch.io/pirsch.js
etracker | script | //code.etracker.com/code/e.js
Mixpanel | inline | mixpanel.init("0a1b", { track_pageview: true });
Amplitude | script | https://cdn.amplitude.com/libs/analytics-browser-2.0.0-min.js.gz
Heap | script | https://cdn.heapanalytics.com/js/heap-123.js
Segment | inline | t.src="https://cdn.segment.com/analytics.js/v1/"+e+"/analytics.min.js";
RudderStack | inline | rudderanalytics.load("WRITE_KEY", "https://x.dataplane.example");
PostHog | inline | posthog.init('phc_abc', { api_host: h })
Hotjar | inline | h._hjSettings={hjid:123,hjsv:6};
Microsoft Clarity | script | https://www.clarity.ms/tag/abc
FullStory | inline | window['_fs_host'] = 'x'; window._fs_org = 'ABC';
LogRocket | inline | window.LogRocket && window.LogRocket.init('acme/site');
Mouseflow | script | //cdn.mouseflow.com/projects/0a1b.js
Crazy Egg | script | //script.crazyegg.com/pages/scripts/0012/3456.js
Lucky Orange | script | https://tools.luckyorange.com/core/lo.js?site-id=x
Smartlook | script | https://web-sdk.smartlook.com/recorder.js
Contentsquare | script | https://t.contentsquare.net/uxa/0a1b.js
Adobe Analytics | script | https://acme.sc.omtrdc.net/b/ss/acme/1/JS-2.22.0/s1
Adobe Experience Platform Tags | script | https://assets.adobedtm.com/0a1b/launch-xyz.min.js
Tealium | script | //tags.tiqcdn.com/utag/acme/main/prod/utag.js
Chartbeat | script | https://static.chartbeat.com/js/chartbeat.js
Parse.ly | script | https://cdn.parsely.com/keys/acme.com/p.js
Cloudflare Web Analytics | script | https://static.cloudflareinsights.com/beacon.min.js
Vercel Analytics | script | /_vercel/insights/script.js
Yandex Metrica | script | https://mc.yandex.ru/metrika/tag.js
Statcounter | script | https://www.statcounter.com/counter/counter.js
INFOnline | script | https://script.ioam.de/iam.js
Quantcast | script | https://secure.quantserve.com/quant.js
Optimizely | script | https://cdn.optimizely.com/js/123.js
VWO | inline | window._vwo_code = window._vwo_code || (function(){})();
AB Tasty | script | https://try.abtasty.com/0a1b.js
Kameleoon | script | https://abc.kameleoon.eu/kameleoon.js
Pendo | script | https://cdn.pendo.io/agent/static/0a1b/pendo.js
Appcues | script | //fast.appcues.com/1234.js
Userpilot | script | https://js.userpilot.io/sdk/latest.js
Gainsight PX | script | https://web-sdk.aptrinsic.com/api/aptrinsic.js
WalkMe | script | https://cdn.walkme.com/users/0a1b/walkme_0a1b_https.js
Splitbee | script | https://cdn.splitbee.io/sb.js
Meta Pixel | inline | fbq('init', '1234567890'); fbq('track', 'PageView');
Meta Ads | named | Meta Ads
Meta Business Suite | meta | facebook-domain-verification
Google Ads | script | https://www.googletagmanager.com/gtag/js?id=AW-123456789
Google AdSense | script | https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1
Google Ad Manager | script | https://securepubads.g.doubleclick.net/tag/js/gpt.js
LinkedIn Insight Tag | inline | _linkedin_partner_id = "1234567";
LinkedIn Ads | named | LinkedIn Ads
TikTok Pixel | inline | ttq.load('C0A1B'); ttq.page();
TikTok Ads | named | TikTok Ads
X Ads | inline | twq('config','abc12');
Pinterest Tag | inline | pintrk('load', '2612345678901');
Snap Pixel | inline | snaptr('init', '0a1b');
Reddit Pixel | inline | rdt('init','t2_abc');
Quora Pixel | inline | qp('init', '0a1b');
Microsoft Advertising | inline | (function(w,d,t,r,u){w[u]=w[u]||[]})(window,document,"script","//bat.bing.com/bat.js","uetq");
Criteo | script | //dynamic.criteo.com/js/ld/ld.js?a=1234
Taboola | inline | window._taboola = window._taboola || []; _taboola.push({article:'auto'});
Outbrain | script | //widgets.outbrain.com/outbrain.js
AdRoll | inline | adroll_adv_id = "ABC"; adroll_pix_id = "DEF";
The Trade Desk | script | https://js.adsrvr.org/up_loader.1.1.0.js
Capterra | script | https://ct.capterra.com/capterra_tracker.js?vid=1
AWIN | script | https://www.dwin1.com/12345.js
Rewardful | script | https://r.wdfl.co/rw.js
PartnerStack | script | https://js.partnerstack.com/partnerstack.min.js
FirstPromoter | script | https://cdn.firstpromoter.com/fpr.js
Cookiebot | script | https://consent.cookiebot.com/uc.js
OneTrust | script | https://cdn.cookielaw.org/scripttemplates/otSDKStub.js
Usercentrics | script | https://app.usercentrics.eu/browser-ui/latest/loader.js
Borlabs Cookie | style | /wp-content/cache/borlabs-cookie/borlabs-cookie_1_de.css
Complianz | style | /wp-content/plugins/complianz-gdpr/assets/css/cookieblocker.min.css
CookieYes | script | https://cdn-cookieyes.com/client_data/0a1b/script.js
iubenda | script | //cdn.iubenda.com/cs/iubenda_cs.js
Didomi | script | https://sdk.privacy-center.org/0a1b/loader.js
TrustArc | script | //consent.trustarc.com/notice?domain=acme.com
Osano | script | https://cmp.osano.com/abc/def/osano.js
Termly | script | https://app.termly.io/embed.min.js
Axeptio | inline | window.axeptioSettings = { clientId: "0a1b" };
Klaro | inline | var klaroConfig = { version: 1 };
CookieFirst | script | https://consent.cookiefirst.com/sites/acme.com-0a1b/consent.js
consentmanager | script | https://cdn.consentmanager.net/delivery/autoblocking/0a1b.js
Sourcepoint | script | https://cdn.privacy-mgmt.com/unified/wrapperMessagingWithoutDetection.js
CCM19 | script | https://cloud.ccm19.de/app/public/app.js?apiKey=x
Google reCAPTCHA | script | https://www.google.com/recaptcha/api.js?render=x
hCaptcha | script | https://js.hcaptcha.com/1/api.js
Cloudflare Turnstile | script | https://challenges.cloudflare.com/turnstile/v0/api.js
Friendly Captcha | script | https://global.frcapi.friendlycaptcha.com/api.js
Cookie Information | script | https://policy.app.cookieinformation.com/uc.js
CookieScript | script | https://cdn.cookie-script.com/s/0a1b2c.js
CookieHub | script | https://cdn.cookiehub.eu/c2/0a1b.js
tarteaucitron | script | /js/tarteaucitron/tarteaucitron.min.js
Real Cookie Banner | style | /wp-content/plugins/real-cookie-banner/css/main.min.css?ver=1.2
Cookie Notice | style | /wp-content/plugins/cookie-notice/css/main.min.css?ver=1.2
GDPR Cookie Compliance | style | /wp-content/plugins/gdpr-cookie-compliance/css/main.min.css?ver=1.2
Calendly | link | https://calendly.com/jane-doe/intro
Cal.com | link | https://cal.com/jane/30min
Acuity Scheduling | frame | https://app.acuityscheduling.com/schedule.php?owner=1
SavvyCal | link | https://savvycal.com/jane/chat
Chili Piper | script | https://acme.chilipiper.com/concierge-js/cjs/concierge.js
Microsoft Bookings | link | https://outlook.office365.com/owa/calendar/Acme@acme.com/bookings/
Doctolib | link | https://www.doctolib.de/zahnarztpraxis/muenster/am-kanal
jameda | link | https://www.jameda.de/praxis-am-markt/uebersicht/1_1/
OpenTable | script | //www.opentable.co.uk/widget/reservation/loader?rid=1
Resy | script | https://widgets.resy.com/embed.js
Quandoo | link | https://www.quandoo.de/place/trattoria-1234
TheFork | frame | https://module.lafourchette.com/de_DE/module/1-abc
SevenRooms | script | https://www.sevenrooms.com/widget/embed.js
resmio | script | https://static.resmio.com/static/de/widget.js
Toast | link | https://www.toasttab.com/acme-diner
Treatwell | script | https://widget.treatwell.de/all.min.js
Mindbody | script | https://widgets.mindbodyonline.com/javascripts/healcode.js
Setmore | frame | https://booking.setmore.com/scheduleappointment/0a1b
SimplyBook.me | script | //widget.simplybook.me/v2/widget/widget.js
TIMIFY | script | https://widget.timify.com/js/widget.js
Shore | link | https://connect.shore.com/bookings/acme
Fresha | link | https://www.fresha.com/a/acme-salon-berlin-x1
Booksy | script | https://booksy.com/widget/code.js?id=1
Vagaro | link | https://www.vagaro.com/acmesalon
Jane | link | https://acme.janeapp.com/
Eventbrite | link | https://www.eventbrite.ie/o/acme-3310021
pretix | script | https://pretix.eu/widget/v1.de.js
FareHarbor | script | https://fareharbor.com/embeds/script/calendar/acme/
Bookeo | script | https://bookeo.com/widget.js?a=1
Cloudbeds | link | https://hotels.cloudbeds.com/reservation/abc
SiteMinder | link | https://direct-book.com/properties/acmehoteldirect
Mews | inline | Mews.Distributor({ configurationIds: ['0a1b'] });
DIRS21 | script | https://js.dirs21.de/loader.js
Smoobu | script | https://login.smoobu.com/js/Settings/BookingToolIframe.js
Booking.com | link | https://www.booking.com/hotel/at/acme.de.html
Airbnb | link | https://www.airbnb.com/rooms/12345
Lieferando | link | https://www.lieferando.de/speisekarte/acme-pizza
Uber Eats | link | https://www.ubereats.com/store/acme/0a1b
DoorDash | link | https://www.doordash.com/store/acme-diner-1234/
Wolt | link | https://wolt.com/de/deu/berlin/restaurant/acme
Deliveroo | link | https://deliveroo.co.uk/menu/london/soho/acme
Amelia | style | /wp-content/plugins/ameliabooking/css/main.min.css?ver=1.2
The Events Calendar | style | /wp-content/plugins/the-events-calendar/css/main.min.css?ver=1.2
Feratel Deskline | script | https://web4.deskline.net/region/de/qfind/script/TRN
Simple Booking | script | https://www.simplebooking.it/search-box-script.axd?IDA=1
Beds24 | frame | https://beds24.com/booking2.php?propid=1
Lodgify | script | https://app.lodgify.com/portable-search-bar/stable/renderPortableSearchBar.js
Omnibees | link | https://book.omnibees.com/hotelresults?c=1&q=2
Little Hotelier | link | https://apac.littlehotelier.com/properties/hoteltest
D-EDGE | link | https://www.secure-hotel-booking.com/d-edge/Acme/0A1B/en-US
WodBuster | link | https://acme.wodbuster.com/account/login.aspx
Eversports | script | https://www.eversports.de/widget/api/eversports-loader.js
Zenchef | script | https://sdk.zenchef.com/v1/sdk.min.js
Planity | link | https://www.planity.com/acme-75011-paris
Salonkee | link | https://salonkee.de/salon/acme
Phorest | link | https://www.phorest.com/salon/acme/book
Salonized | link | https://acme.salonized.com/widget_bookings/new
Formitable | script | https://cdn.formitable.com/sdk/v1/ft.sdk.min.js
Bookly | style | /wp-content/plugins/bookly-responsive-appointment-booking-tool/css/main.min.css
Greenhouse | link | https://boards.greenhouse.io/acme
Lever | link | https://jobs.lever.co/acme
Workable | link | https://apply.workable.com/acme/
Personio | link | https://acme.jobs.personio.de/
Recruitee | link | https://acme.recruitee.com/
Teamtailor | link | https://acme.teamtailor.com/jobs
Ashby | link | https://jobs.ashbyhq.com/acme
SmartRecruiters | link | https://careers.smartrecruiters.com/Acme
Workday | link | https://acme.wd3.myworkdayjobs.com/External
BambooHR | link | https://acme.bamboohr.com/careers
JazzHR | link | https://acme.applytojob.com/apply
Breezy HR | link | https://acme.breezy.hr/
SAP SuccessFactors | link | https://career5.successfactors.eu/career?company=acme
iCIMS | link | https://careers-acme.icims.com/jobs/search
Oracle Taleo | link | https://acme.taleo.net/careersection/2/jobsearch.ftl
Jobvite | link | https://jobs.jobvite.com/acme/jobs
softgarden | link | https://acme.softgarden.io/vacancies
onlyfy | link | https://acme.onlyfy.jobs/job/abc
JOIN | link | https://join.com/companies/acme
Homerun | link | https://acme.homerun.co/
Pinpoint | link | https://acme.pinpointhq.com/
Comeet | link | https://www.comeet.com/jobs/acme/12.345
Rippling | link | https://ats.rippling.com/acme/jobs
Factorial | link | https://acme.factorialhr.com/
HiBob | named | HiBob
Gusto | named | Gusto
Deel | named | Deel
ADP | named | ADP Workforce Now
QuickBooks | named | QuickBooks Online
Xero | named | Xero
Sage | named | Sage Intacct
DATEV | named | DATEV
FreshBooks | named | FreshBooks
NetSuite | named | Oracle NetSuite
SAP | named | SAP S/4HANA
Lexware Office | named | lexoffice
sevDesk | named | sevDesk
Exact Online | named | Exact Online
Zoho Books | named | Zoho Books
Wave | named | Wave Accounting
Moneybird | named | Moneybird
Pennylane | named | Pennylane
Holded | named | Holded
Expensify | named | Expensify
Spendesk | named | Spendesk
BILL | named | Bill.com
Odoo | generator | Odoo
Cloudflare | header | cf-ray: 8a1b2c3d4e5f-FRA
Fastly | header | x-fastly-request-id: 0a1b
Akamai | header | server: AkamaiGHost
Amazon CloudFront | header | via: 1.1 abc.cloudfront.net (CloudFront)
AWS | header | server: awselb/2.0
Vercel | header | x-vercel-id: fra1::abc
Netlify | header | server: Netlify
GitHub Pages | header | server: GitHub.com
GitLab Pages | cname | acme.gitlab.io.
Heroku | header | via: 1.1 vegur
Render | header | x-render-origin-server: Render
Fly.io | header | fly-request-id: 01J
Railway | header | server: railway-edge
Google Cloud | header | server: Google Frontend
Firebase | script | https://www.gstatic.com/firebasejs/10.7.1/firebase-app.js
Microsoft Azure | header | x-azure-ref: 20240101T000000Z-abc
DigitalOcean | header | x-do-app-origin: 0a1b
bunny.net | header | server: BunnyCDN-DE1-722
Cloudinary | image | https://res.cloudinary.com/acme/image/upload/v1/hero.jpg
imgix | image | https://acme.imgix.net/hero.jpg?w=800
WP Engine | header | x-powered-by: WP Engine
Kinsta | header | x-kinsta-cache: HIT
Pantheon | header | x-pantheon-styx-hostname: styx-fe1
Platform.sh | header | x-platform-cluster: abc
Acquia | header | x-ah-environment: prod
Hostinger | header | platform: hostinger
Auth0 | script | https://cdn.auth0.com/js/auth0/9.20/auth0.min.js
Okta | script | https://global.oktacdn.com/okta-signin-widget/7.0/js/okta-sign-in.min.js
Microsoft Entra ID | named | Microsoft Entra ID
OneLogin | link | https://acme.onelogin.com/login
Clerk | script | https://quick-cat-1.clerk.accounts.dev/npm/@clerk/clerk-js@4/dist/clerk.browser.js
Supabase | script | https://abcdefgh.supabase.co/storage/v1/object/public/app.js
Keycloak | named | Keycloak
1Password | txt | 1password-site-verification=ABC
LastPass | txt | lastpass-verification-code=abc
WordPress | style | /wp-content/themes/acme/style.css?ver=6.5
Webflow | root | data-wf-page="0a1b"
Wix | script | https://static.parastorage.com/services/wix-thunderbolt/dist/main.js
Squarespace | inline | Static.SQUARESPACE_CONTEXT = {"facebookAppId":"1"};
TYPO3 | generator | TYPO3 CMS
Joomla | generator | Joomla! - Open Source Content Management
Drupal | generator | Drupal 10 (https://www.drupal.org)
Ghost | generator | Ghost 5.80
Framer | generator | Framer 0a1b
Contentful | image | https://images.ctfassets.net/abc/def/hero.jpg
Sanity | image | https://cdn.sanity.io/images/abc/production/hero.jpg
Storyblok | image | https://a.storyblok.com/f/12345/hero.jpg
Prismic | image | https://images.prismic.io/acme/hero.jpg
DatoCMS | image | https://www.datocms-assets.com/12/hero.jpg
Strapi | image | https://acme.media.strapiapp.com/hero.jpg
Jimdo | script | https://assets.jimstatic.com/web.js
Weebly | script | //cdn2.editmysite.com/js/site/main.js
GoDaddy Website Builder | generator | Starfield Technologies; Go Daddy Website Builder 8.0
Duda | image | https://lirp.cdn-website.com/abc/hero.jpg
Tilda | script | https://static.tildacdn.com/js/tilda-scripts-3.0.min.js
Contao | generator | Contao Open Source CMS
Neos | header | x-flow-powered: Flow/8 Neos/8
Craft CMS | header | x-powered-by: Craft CMS
Statamic | header | x-powered-by: Statamic
Umbraco | generator | Umbraco
Sitecore | script | https://edge.sitecorecloud.io/acme/app.js
Adobe Experience Manager | style | /etc.clientlibs/acme/clientlibs/site.min.css
Kentico | generator | Kentico 13
Sitefinity | generator | Sitefinity 14.4
Elementor | style | /wp-content/plugins/elementor/assets/css/frontend.min.css
Bubble | inline | window.bubble_session_uid = '1';
GitBook | link | https://acme.gitbook.io/docs
ReadMe | link | https://acme.readme.io/reference
Discourse | link | https://acme.discourse.group
MediaWiki | generator | MediaWiki 1.41.0
Moodle | inline | M.cfg = {"wwwroot":"https:\\/\\/learn.acme.org"};
Teachable | link | https://acme.teachable.com/p/course
Thinkific | link | https://acme.thinkific.com/courses/x
Kajabi | script | https://kajabi-storefronts-production.kajabi-cdn.com/kajabi-storefronts-production/app.js
Podia | link | https://acme.podia.com/course
Memberful | link | https://acme.memberful.com/checkout?plan=1
Bootstrap | style | https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/css/bootstrap.min.css
Tailwind CSS | script | https://cdn.tailwindcss.com?plugins=forms
Jekyll | generator | Jekyll v4.2.1
Hugo | generator | Hugo 0.128.0
Gatsby | generator | Gatsby v4.2.1
Astro | generator | Astro v4.2.1
Eleventy | generator | Eleventy v4.2.1
Hexo | generator | Hexo v4.2.1
Docusaurus | generator | Docusaurus v4.2.1
WPBakery | style | /wp-content/plugins/js_composer/css/main.min.css?ver=1.2
Divi | style | /wp-content/themes/Divi/css/main.min.css?ver=1.2
Avada | style | /wp-content/themes/Avada/css/main.min.css?ver=1.2
Themify | style | /wp-content/themes/themify-pro/css/main.min.css?ver=1.2
Beaver Builder | style | /wp-content/plugins/bb-plugin/css/main.min.css?ver=1.2
Bricks | style | /wp-content/themes/bricks/css/main.min.css?ver=1.2
Slider Revolution | style | /wp-content/plugins/revslider/css/main.min.css?ver=1.2
WP Rocket | style | /wp-content/plugins/wp-rocket/css/main.min.css?ver=1.2
WPML | style | /wp-content/plugins/sitepress-multilingual-cms/css/main.min.css?ver=1.2
Polylang | style | /wp-content/plugins/polylang/css/main.min.css?ver=1.2
Weglot | script | https://cdn.weglot.com/weglot.min.js
GTranslate | script | https://cdn.gtranslate.net/widgets/latest/dropdown.js
All in One SEO | generator | All in One SEO (AIOSEO) 4.6.1
Sentry | script | https://browser.sentry-cdn.com/7.0.0/bundle.min.js
Datadog | script | https://www.datadoghq-browser-agent.com/eu1/v5/datadog-rum.js
New Relic | inline | window.NREUM||(NREUM={});
Dynatrace | script | https://js-cdn.dynatrace.com/jstag/0a1b/ruxitagent.js
Bugsnag | script | //d2wy8f7a9ursnm.cloudfront.net/v7/bugsnag.min.js
Rollbar | inline | var _rollbarConfig = { accessToken: "x" };
Raygun | inline | rg4js('apiKey', 'x');
Honeybadger | script | //js.honeybadger.io/v6.8/honeybadger.min.js
TrackJS | script | https://cdn.trackjs.com/agent/v3/latest/t.js
AppSignal | named | AppSignal
Grafana | frame | https://acme.grafana.net/public-dashboards/abc
Pingdom | script | https://rum-static.pingdom.net/pa-0a1b.js
SpeedCurve | script | https://cdn.speedcurve.com/js/lux.js?id=1
Better Stack | link | https://acme.betteruptime.com
Instatus | link | https://acme.instatus.com
UptimeRobot | link | https://stats.uptimerobot.com/abcde
PagerDuty | named | PagerDuty
Opsgenie | named | Opsgenie
Splunk | named | Splunk
Google Maps | frame | https://www.google.com/maps/embed?pb=!1m18
Mapbox | script | https://api.mapbox.com/mapbox-gl-js/v3.0.0/mapbox-gl.js
OpenStreetMap | frame | https://www.openstreetmap.org/export/embed.html?bbox=1
Vimeo | frame | https://player.vimeo.com/video/123
Wistia | script | https://fast.wistia.com/assets/external/E-v1.js
Loom | frame | https://www.loom.com/embed/0a1b
Vidyard | script | https://play.vidyard.com/embed/v4.js
Brightcove | script | https://players.brightcove.net/123/default_default/index.min.js
JW Player | script | https://cdn.jwplayer.com/libraries/abc.js
Adobe Fonts | style | https://use.typekit.net/abc1def.css
Monotype Fonts | style | https://fast.fonts.net/cssapi/0a1b.css
Matterport | frame | https://my.matterport.com/show/?m=abc
Issuu | frame | https://e.issuu.com/embed.html?d=x&u=acme
Canva | frame | https://www.canva.com/design/DAF/view?embed
Figma | frame | https://www.figma.com/embed?embed_host=share&url=x
Adobe Creative Cloud | named | Adobe Creative Cloud
Zoom | txt | ZOOM_verify_0a1b
Webex | txt | cisco-ci-domain-verification=0a1b
GoToWebinar | link | https://attendee.gotowebinar.com/register/123
Livestorm | link | https://app.livestorm.co/acme/webinar
Google Fonts | style | https://fonts.googleapis.com/css2?family=Inter:wght@400;700&display=swap
Font Awesome | script | https://kit.fontawesome.com/0a1b2c3d4e.js
Elfsight | script | https://static.elfsight.com/platform/platform.js
Slack | txt | slack-domain-verification=abc
Microsoft Teams | named | Microsoft Teams
Asana | named | Asana
Trello | named | Trello
Jira | named | Jira
Confluence | link | https://acme.atlassian.net/wiki/spaces/KB
Atlassian | txt | atlassian-domain-verification=qz81
ClickUp | frame | https://forms.clickup.com/123/f/abc
Notion | link | https://acme.notion.site/Handbook-0a1b
Linear | txt | linear-domain-verification=abc
monday.com | frame | https://forms.monday.com/forms/embed/0a1b
Basecamp | named | Basecamp
Smartsheet | link | https://app.smartsheet.com/b/form/0a1b
Wrike | named | Wrike
Todoist | named | Todoist
Miro | frame | https://miro.com/app/live-embed/abc=/
GitHub | named | GitHub
GitLab | named | GitLab
Bitbucket | named | Bitbucket
Postman | txt | postman-domain-verification=0a1b
Airtable | frame | https://airtable.com/embed/shrABC
Google Drive | named | Google Drive
Google Sheets | named | Google Sheets
Google Calendar | frame | https://calendar.google.com/calendar/embed?src=x
Gmail | named | Gmail
Microsoft Outlook | named | Microsoft Outlook
Microsoft Excel | named | Microsoft Excel
Dropbox | txt | dropbox-domain-verification=abc
Box | named | Box.com
OneDrive | named | OneDrive
SharePoint | named | SharePoint
Zapier | named | Zapier
Make | named | Make.com
n8n | named | n8n
IFTTT | named | IFTTT
Workato | named | Workato
OpenAI | txt | openai-domain-verification=dv-abc
DocuSign | txt | docusign=0a1b
Dropbox Sign | script | https://cdn.hellosign.com/public/js/embedded/v2.12.1/embedded.production.min.js
PandaDoc | named | PandaDoc
Adobe Acrobat Sign | frame | https://acme.eu1.adobesign.com/public/esignWidget?wid=x
Yousign | named | Yousign
Skribble | named | Skribble
Snowflake | item | Snowflake
BigQuery | named | BigQuery
Amazon Redshift | named | Amazon Redshift
Databricks | named | Databricks
PostgreSQL | named | PostgreSQL
MySQL | named | MySQL
MongoDB | named | MongoDB
Tableau | named | Tableau
Looker | named | Looker
Looker Studio | frame | https://lookerstudio.google.com/embed/reporting/0a1b
Power BI | frame | https://app.powerbi.com/view?r=abc
Metabase | named | Metabase
Fivetran | named | Fivetran
Airbyte | named | Airbyte
dbt | named | dbt Cloud
Ethereum | item | Ethereum
Safe | named | Gnosis Safe
`

export interface ToolSnippet {
  tool: string
  kind: string
  text: string
}

export const toolSnippets: readonly ToolSnippet[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [tool = '', kind = '', ...rest] = line.split(' | ')
    return { tool, kind, text: rest.join(' | ') }
  })
