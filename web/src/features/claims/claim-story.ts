import type { RowStory } from '../visit-story/use-row-story.tsx';

/** The visits that a claim bills. */
export const claimStory = (id: string, client: string): RowStory => claimsStory([id], client);

/** The visits that several claims of a client bill. */
export const claimsStory = (ids: readonly string[], client: string): RowStory =>
  ids.length === 0
    ? undefined
    : {
        counts: { of: 'claim', id: ids.join(',') },
        title: `${ids.length === 1 ? 'claim' : 'claims'} ${ids.join(', ')}, ${client}`,
      };

/** The visits of the claims paid by one payment. */
export const paymentStory = (trace: string): RowStory =>
  trace === '' ? undefined : { counts: { of: 'remittance', id: trace }, title: `payment ${trace}` };
