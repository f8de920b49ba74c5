import { AppError } from '../../kernel/runtime/errors.ts'
import type { FormatId } from '../compose/formats.ts'
import { CampaignError } from '../errors.ts'
import { countText } from '../images/errors.ts'
import type { Plan } from './plans.ts'

/** Every run that the plan allows on this day has been started. */
export class DailyRunsReached extends AppError {
  readonly status = 429
  readonly slug = 'plan_limit_reached'
  constructor(
    { name, runsPerDay }: Plan,
    { runsLeft, secondsLeft }: { runsLeft: number; secondsLeft: number },
  ) {
    super(
      `Cannot start another run: the plan "${name}" allows ${runsPerDay} runs a day, and ${runsLeft === 0 ? 'all are used' : `${runsLeft} are left for fewer variants, each of which counts as a run,`} until 00:00 UTC`,
      {
        retryAfterSeconds: secondsLeft,
        headers: {
          'ratelimit-policy': `"runs-per-day";q=${runsPerDay};w=86400`,
          ratelimit: `"runs-per-day";r=${runsLeft};t=${secondsLeft}`,
        },
      },
    )
  }
}

export class TooManyInFlight extends AppError {
  readonly status = 429
  readonly slug = 'too_many_in_flight'
  constructor({ name, runsInFlight }: Plan) {
    super(
      `Cannot start another run: the plan "${name}" allows ${runsInFlight} runs in flight, and all are: wait for one of them`,
      {
        retryAfterSeconds: 1,
        headers: {
          'ratelimit-policy': `"runs-in-flight";q=${runsInFlight}`,
          ratelimit: '"runs-in-flight";r=0;t=1',
        },
      },
    )
  }
}

export class BrandKitsReached extends CampaignError {
  readonly status = 403
  readonly slug = 'plan_limit_reached'
  constructor({ name, brandKits }: Plan) {
    super(
      `Cannot make another brand kit: the plan "${name}" allows ${brandKits} brand kits, and all are made; new versions of those are not limited`,
      { field: 'id', need: 'must be the id of a brand kit of yours' },
    )
  }
}

export class LogosReached extends CampaignError {
  readonly status = 403
  readonly slug = 'plan_limit_reached'
  constructor({ name, logoBytes }: Plan) {
    const allowed = `${countText(logoBytes)} bytes of logos`
    super(
      `Cannot store another logo: the plan "${name}" allows ${allowed}; those that no brand kit has are removed after seven days, or ask the operator for another plan`,
      { field: 'logo', need: `must be within ${allowed}` },
    )
  }
}

export class PhotosReached extends CampaignError {
  readonly status = 403
  readonly slug = 'plan_limit_reached'
  constructor({ name, photosPerKit, photoBytes }: Plan, limit: 'photosPerKit' | 'photoBytes') {
    const allowed =
      limit === 'photosPerKit'
        ? `${photosPerKit} photos in a brand kit`
        : `${countText(photoBytes)} bytes of photos`
    super(
      `Cannot store another photo: the plan "${name}" allows ${allowed}; delete photos, or ask the operator for another plan`,
      { field: 'photo', need: `must be within ${allowed}` },
    )
  }
}

export class FontsReached extends CampaignError {
  readonly status = 403
  readonly slug = 'plan_limit_reached'
  constructor({ name, fonts, fontBytes }: Plan, limit: 'fonts' | 'fontBytes') {
    const allowed = limit === 'fonts' ? `${fonts} fonts` : `${countText(fontBytes)} bytes of fonts`
    super(
      `Cannot store another font: the plan "${name}" allows ${allowed}; delete fonts that no brand kit has, or ask the operator for another plan`,
      { field: 'font', need: `must be within ${allowed}` },
    )
  }
}

export class FormatNotInPlan extends CampaignError {
  readonly status = 403
  readonly slug = 'plan_limit_reached'
  constructor({ name, formats }: Plan, format: FormatId) {
    super(
      `Cannot make the format "${format}": the plan "${name}" allows ${formats.join(' and ')}; name those alone in parameters.formats`,
      { field: 'parameters.formats', need: `must be of ${formats.join(' and ')}` },
    )
  }
}
