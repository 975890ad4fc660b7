import { PlaceLink } from '../../platform/PlaceLink.tsx';
import { may } from '../../platform/role-copy.ts';
import { useRole } from '../../platform/session.ts';
import { FILLED, LIST_FILLED, useFilledList } from './api.ts';
import { sayFiller } from './filled-words.ts';

/** Forms that were filled at a visit. */
export const VisitForms = ({ visitId }: { readonly visitId: number }) => {
  const { data = [] } = useFilledList({ visitId }, may(useRole(), LIST_FILLED));
  if (data.length === 0) return null;
  return (
    <section aria-label="Forms">
      <h3>Forms</h3>
      <ul>
        {data.map((form) => (
          <li key={form.id}>
            <PlaceLink place={{ to: FILLED, page: { id: form.id } }}>{form.title}</PlaceLink>,{' '}
            {sayFiller(form)}
          </li>
        ))}
      </ul>
    </section>
  );
};
