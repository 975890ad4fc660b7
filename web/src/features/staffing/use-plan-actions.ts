import { counted } from '@homecare/domain/counted.ts';
import type { Proposal, ProposalLine } from '@homecare/domain/staffing/contract.ts';
import { perform, useAction, useTask } from '../../platform/form/use-action.ts';
import { markAnswersStale } from '../../platform/stale-answers.ts';
import { toast } from '../../platform/toasts.ts';
import { COVER_VISITS, OFFER_VISIT, UNCOVER_VISIT } from './api.ts';
import { type NotDone, sayNotDone } from './plan-words.ts';

/** A line for which the proposal has somebody. */
interface Filled extends ProposalLine {
  readonly ProviderID: number;
}
export const filledLines = ({ lines }: Proposal): Filled[] =>
  lines.flatMap(({ ProviderID, ...line }) => (ProviderID === null ? [] : [{ ...line, ProviderID }]));

const showNotDone = (what: string, refused: readonly NotDone[]) => {
  if (refused.length > 0) toast.error(sayNotDone(what, refused));
};

/**
 * One by one; a new proposal is asked for once, after the last: it is calculated for seconds. What the server did not hear can be
 * taken back again.
 */
const takeBack = async (lines: readonly ProposalLine[], onDone: () => void): Promise<void> => {
  const refused: NotDone[] = [];
  const unheard: { readonly line: ProposalLine; readonly info: string }[] = [];
  for (const line of lines) {
    const { planId, day } = line.visit;
    const sent = await perform({ call: UNCOVER_VISIT.call }, { planId, day });
    if (sent.ok) continue;
    if (sent.reason === 'unavailable') unheard.push({ line, info: sent.info });
    else refused.push({ visit: line.visit, why: sent.info });
  }
  await markAnswersStale(UNCOVER_VISIT.changes);
  const back = lines.length - refused.length - unheard.length;
  if (back > 0) toast.success(`Undone. ${counted(back, 'visit')} open again.`);
  showNotDone('taken back', refused);
  const again = () =>
    void takeBack(
      unheard.map(({ line }) => line),
      onDone,
    );
  if (unheard[0])
    toast.undoAgain(`Not undone: ${counted(unheard.length, 'visit')}. ${unheard[0].info}`, again);
  onDone();
};

/** Covers each line of the proposal; a line that was taken in the meantime says so and stops no other. */
export const useAssign = (lines: readonly Filled[], onDone: () => void) => {
  const action = useAction({
    ...COVER_VISITS,
    onDone: ({ data }) => {
      const whyNot = new Map(data.map(({ planId, day, refused }) => [`${planId} ${day}`, refused]));
      const outcomes = lines.map((line) => ({
        line,
        why: whyNot.get(`${line.visit.planId} ${line.visit.day}`) ?? null,
      }));
      const made = outcomes.filter(({ why }) => why === null).map(({ line }) => line);
      showNotDone(
        'assigned',
        outcomes.flatMap(({ line: { visit }, why }) => (why === null ? [] : [{ visit, why }])),
      );
      if (made.length > 0)
        toast.undo(`${counted(made.length, 'visit')} assigned`, () => void takeBack(made, onDone));
      onDone();
    },
  });
  const covers = lines.map(({ visit: { planId, day }, ProviderID: providerId }) => ({
    planId,
    day,
    providerId,
  }));
  return { pending: action.pending, run: () => action.run({ covers }) };
};

/** Asks the caregiver of each line; the first yes takes the visit, and nothing is assigned before. */
export const useOffering = (lines: readonly Filled[]) =>
  useTask(async () => {
    const refused: NotDone[] = [];
    const later: string[] = [];
    for (const { visit, ProviderID, Provider } of lines) {
      const { planId, day } = visit;
      const sent = await perform({ call: OFFER_VISIT.call }, { planId, day, providerIds: [ProviderID] });
      if (!sent.ok) refused.push({ visit, why: sent.info });
      else if (sent.data.later !== null) later.push(sent.data.later);
      else if (sent.data.asked === 0) refused.push({ visit, why: `${Provider} was asked already.` });
    }
    await markAnswersStale(OFFER_VISIT.changes);
    const sent = lines.length - refused.length - later.length;
    if (sent > 0) toast.success(`${counted(sent, 'offer')} sent. The first yes takes the visit.`);
    if (later[0]) toast.success(`Quiet hours: ${counted(later.length, 'offer')} will go out ${later[0]}.`);
    showNotDone('offered', refused);
  });
