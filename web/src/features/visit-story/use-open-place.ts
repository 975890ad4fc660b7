import { seesVisitMoney } from '@homecare/domain/permissions.ts';
import type { VisitStory } from '@homecare/domain/visit-story/schema.ts';
import type { StoryPlace } from '@homecare/domain/visit-story/story.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { useSession } from '../../platform/session.ts';
import { useOpenRecord } from '../books/open-record.ts';

/** The way from a step to its record; undefined where there is none for this reader. */
export const useOpenPlace = ({ ClientID, date }: Pick<VisitStory, 'ClientID' | 'date'>) => {
  const openPage = useOpenPage();
  const openRecord = useOpenRecord();
  const role = useSession()?.role;
  return (place: StoryPlace | null): (() => void) | undefined => {
    if (place === null) return undefined;
    if (place.kind === 'plan') return () => void openPage('/careplan', { mode: 'Show', id: place.id });
    // Billing, claims, invoices and payroll are pages of admins.
    if (!seesVisitMoney(role)) return undefined;
    if (place.kind === 'invoice') return () => void openPage('/privatepay/invoice', { id: place.id });
    const kind = place.kind === 'pay' ? 'run' : place.kind;
    return openRecord({
      kind,
      id: '',
      clientId: place.kind === 'pay' ? null : ClientID,
      month: place.month,
      day: date,
    });
  };
};
