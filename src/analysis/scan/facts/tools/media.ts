import type { Tool } from './tool.ts'

/** Maps, video, audio, licensed type and embedded documents. */
export const media: readonly Tool[] = [
  {
    name: 'Google Maps',
    loads: [
      'maps.googleapis.com',
      'maps.google.com',
      'google.com/maps',
      'google.de/maps',
      'google.fr/maps',
      'google.it/maps',
      'google.es/maps',
      'google.nl/maps',
    ],
  },
  {
    name: 'Mapbox',
    loads: ['api.mapbox.com', 'api.tiles.mapbox.com'],
    inline: ['mapboxgl.accessToken', 'L.mapbox.accessToken'],
  },
  { name: 'OpenStreetMap', loads: ['openstreetmap.org'] },
  { name: 'Vimeo', loads: ['player.vimeo.com'] },
  { name: 'Wistia', loads: ['wistia.com', 'wistia.net'] },
  {
    name: 'Loom',
    loads: ['loom.com/embed'],
    ordinaryWord: true,
    txt: ['loom-site-verification=', 'loom-verification='],
  },
  { name: 'Vidyard', loads: ['vidyard.com'] },
  { name: 'Brightcove', loads: ['brightcove.net', 'brightcove.com'] },
  { name: 'JW Player', loads: ['jwplayer.com', 'jwplatform.com', 'jwpcdn.com'] },
  {
    name: 'Adobe Fonts',
    loads: ['use.typekit.net', 'p.typekit.net', 'use.typekit.com'],
    inline: ['Typekit.load('],
  },
  { name: 'Monotype Fonts', loads: ['fast.fonts.net', 'fast.fonts.com'] },
  {
    name: 'Matterport',
    loads: ['my.matterport.com', 'matterport.com/show'],
    links: ['my.matterport.com/show'],
  },
  { name: 'Issuu', loads: ['issuu.com'] },
  { name: 'Canva', loads: ['canva.com/design'], txt: ['canva-site-verification='] },
  { name: 'Figma', loads: ['figma.com/embed', 'embed.figma.com'], txt: ['figma-domain-verification='] },
  {
    name: 'Adobe Creative Cloud',
    names: [
      'Adobe Creative Cloud',
      'Creative Cloud',
      'Adobe Photoshop',
      'Adobe Illustrator',
      'Adobe InDesign',
    ],
  },
  {
    name: 'Zoom',
    loads: ['zoom.us'],
    links: ['zoom.us/webinar/register', '*.zoom.us/webinar/register'],
    txt: ['zoom_verify_', 'zoom-domain-verification='],
    ordinaryWord: true,
    names: ['Zoom Meetings', 'Zoom Phone'],
  },
  {
    name: 'Webex',
    txt: ['cisco-ci-domain-verification=', 'webexdomainverification'],
    names: ['Webex', 'Cisco Webex'],
  },
  {
    name: 'GoToWebinar',
    loads: ['gotowebinar.com'],
    links: ['attendee.gotowebinar.com', 'register.gotowebinar.com'],
    names: ['GoToWebinar', 'GoTo Webinar'],
  },
  { name: 'Livestorm', loads: ['livestorm.co'], links: ['app.livestorm.co/*'] },
]
