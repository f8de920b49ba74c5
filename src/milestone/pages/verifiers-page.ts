import { html } from '../../kernel/web/html.ts'
import type { Snapshot } from '../views/snapshot.ts'
import { verifiers } from '../views/verifiers.ts'
import { asOfLine, milestonePage } from './page.ts'
import { accountLink, shortHash, textEther } from './parts.ts'

/** Who votes, with what stake, and how often a vote agrees with the verdict. */
export async function verifiersPage(snapshot: Snapshot): Promise<Response> {
  const { verifiers: listed, consensus, asOf } = verifiers(snapshot)
  return await milestonePage({
    title: 'Verifiers',
    tab: '/explorer/verifiers',
    asOf,
    main: html`<div class="head"><h1>Verifiers</h1>${asOfLine(asOf)}</div>
<dl class="stats" id="consensus" data-live><div><dt>Verifiers</dt><dd>${listed.length}</dd><dd class="context">${listed.filter(({ bonded }) => bonded).length} with active stake</dd></div>
<div><dt>Votes cast</dt><dd>${consensus.totalVotes}</dd><dd class="context">${consensus.settledVotes} on settled milestones</dd></div>
<div><dt>Agreement</dt><dd>${consensus.agreementRate}<span class="unit">%</span></dd><dd class="context">of settled votes are on the side of the verdict</dd></div>
<div><dt>Dissent</dt><dd>${consensus.dissent}</dd><dd class="context">votes against a final verdict</dd></div></dl>
<section class="card flush" id="verifiers" data-live aria-label="Verifiers"><div class="table-scroll" tabindex="0" role="region" aria-label="Table of verifiers"><table class="records"><thead><tr><th scope="col">Verifier</th><th scope="col" class="number">Bonded, ETH</th><th scope="col" class="number wide-only">Locked, ETH</th><th scope="col" class="number wide-only">Slashed, ETH</th><th scope="col" class="number wide-only">Lost by not voting, ETH</th><th scope="col" class="number wide-only">Rewarded, ETH</th><th scope="col" class="number wide-only">Votes</th><th scope="col">Agreement</th></tr></thead><tbody>${listed.map(
      (
        verifier,
      ) => html`<tr data-row><th scope="row">${accountLink(verifier.address, verifier.ens)}<span class="sub wide-only">${verifier.ens !== null && shortHash(verifier.address)}</span><span class="sub narrow-only">slashed ${textEther(verifier.slashedEth)}, rewarded ${textEther(verifier.rewardedEth)} ETH</span></th>
<td class="number">${textEther(verifier.bondedEth)}</td>${[verifier.lockedEth, verifier.slashedEth, verifier.abstentionEth, verifier.rewardedEth].map((amount) => html`<td class="number wide-only">${textEther(amount)}</td>`)}<td class="number wide-only">${verifier.votesCast}</td>
<td class="agreement"><span class="small">${verifier.coherentVotes} of ${verifier.settledVotes}</span><svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${verifier.settledVotes === 0 ? 0 : Math.round((100 * verifier.coherentVotes) / verifier.settledVotes)}" height="1"/></svg></td></tr>`,
    )}</tbody></table></div></section>`,
  })
}
