/** The areas that this build can mount, in the order of the description documents. */
export const areaNames = ['analysis', 'campaign', 'milestone'] as const
export type AreaName = (typeof areaNames)[number]
