import type { Switch } from '@homecare/domain/call.ts';
import { seesVisitMoney } from '@homecare/domain/permissions.ts';
import { isSwitchedOn } from '@homecare/domain/sites/rules.ts';
import type { StoryPlace } from '@homecare/domain/visit-story/evidence.ts';
import type { VisitStory } from '@homecare/domain/visit-story/schema.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { personPath } from '../../platform/person-path.ts';
import { useSession } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { useOpenRecord } from '../books/open-record.ts';
import { openSaved } from '../plan-documents/api.ts';

/** What is looked at beside the story, in a window of its own. */
export type WindowPlace = Extract<
  StoryPlace,
  { kind: 'offers' | 'check' | 'change' | 'record' | 'document' }
>;

/** The way from a step to its record; undefined where there is none for this reader. */
export const useOpenPlace = (
  { ClientID, date }: Pick<VisitStory, 'ClientID' | 'date'>,
  show: (place: WindowPlace) => void,
) => {
  const openPage = useOpenPage();
  const openRecord = useOpenRecord();
  const role = useSession()?.role;
  const capabilities = useCapabilities();
  const isOn = (needed: Switch) => capabilities !== undefined && isSwitchedOn(capabilities, needed);
  return (place: StoryPlace | null): (() => void) | undefined => {
    if (place === null) return undefined;
    switch (place.kind) {
      case 'plan':
        return () => void openPage('/careplan', { mode: 'Show', id: place.id });
      case 'messages':
        return () => void openPage(personPath(place.personId, 'messages'));
      case 'offers':
      case 'check':
      case 'change':
        return () => show(place);
      case 'record':
        return isOn('sandataEnabled') ? () => show(place) : undefined;
      case 'document':
        if (place.document !== 'Scan') return () => openSaved(place.id);
        return isOn('version2') ? () => show(place) : undefined;
    }
    // Billing, claims, invoices and payroll are pages of admins.
    if (!seesVisitMoney(role)) return undefined;
    if (place.kind === 'invoice') return () => void openPage('/privatepay/invoice', { id: place.id });
    const isPay = place.kind === 'pay';
    return openRecord({
      kind: isPay ? 'run' : place.kind,
      id: place.kind === 'claim' ? place.id : '',
      clientId: isPay ? null : ClientID,
      month: place.month,
      day: date,
    });
  };
};
