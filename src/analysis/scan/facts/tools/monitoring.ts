import type { Tool } from './tool.ts'

/** Errors, performance and availability. */
export const monitoring: readonly Tool[] = [
  {
    name: 'Sentry',
    loads: ['sentry-cdn.com', 'ingest.sentry.io', 'ingest.us.sentry.io', 'ingest.de.sentry.io'],
    inline: ['Sentry.init(', 'Sentry.onLoad('],
    ordinaryWord: true,
    names: ['Sentry.io'],
  },
  {
    name: 'Datadog',
    loads: ['datadoghq-browser-agent.com', 'datadoghq.com', 'datadoghq.eu'],
    inline: ['DD_RUM.init(', 'DD_RUM.onReady(', 'DD_LOGS.init('],
    names: ['Datadog', 'DataDog'],
  },
  { name: 'New Relic', loads: ['js-agent.newrelic.com', 'nr-data.net'], inline: ['NREUM'] },
  {
    name: 'Dynatrace',
    loads: ['dynatrace.com', 'dynatracelabs.com'],
    paths: ['/ruxitagentjs_'],
    inline: ['dtrum.'],
  },
  { name: 'Bugsnag', loads: ['d2wy8f7a9ursnm.cloudfront.net', 'bugsnag.com'], inline: ['Bugsnag.start('] },
  {
    name: 'Rollbar',
    loads: ['cdn.rollbar.com', 'cdnjs.cloudflare.com/ajax/libs/rollbar.js'],
    inline: ['_rollbarConfig'],
  },
  { name: 'Raygun', loads: ['cdn.raygun.io'], inline: ["rg4js('apiKey'"] },
  { name: 'Honeybadger', loads: ['js.honeybadger.io'], inline: ['Honeybadger.configure('] },
  { name: 'TrackJS', loads: ['cdn.trackjs.com'], inline: ['TrackJS.install('] },
  { name: 'AppSignal' },
  { name: 'Grafana', loads: ['grafana.net'] },
  { name: 'Pingdom', loads: ['rum-static.pingdom.net', 'pingdom.net'] },
  { name: 'SpeedCurve', loads: ['cdn.speedcurve.com'] },
  {
    name: 'Better Stack',
    loads: ['betteruptime.com', 'betterstack.com'],
    links: ['*.betteruptime.com', '*.betterstack.com'],
    cname: ['statuspage.betteruptime.com'],
  },
  { name: 'Instatus', loads: ['instatus.com'], links: ['*.instatus.com'] },
  {
    name: 'UptimeRobot',
    links: ['stats.uptimerobot.com/*'],
    cname: ['stats.uptimerobot.com'],
    names: ['UptimeRobot', 'Uptime Robot'],
  },
  { name: 'PagerDuty' },
  { name: 'Opsgenie' },
  { name: 'Splunk' },
]
