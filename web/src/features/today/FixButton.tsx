import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { TodayRow } from '@homecare/domain/today/schema.ts';
import { Button } from '@mantine/core';
import { IconPhone, IconUserCheck } from '@tabler/icons-react';
import { useOpenPage } from '../../platform/page-state.ts';
import { menuIcon } from '../../ui/icons.ts';
import { AUTHORIZATION } from '../authorizations/api.ts';
import { INCIDENT } from '../incidents/api.ts';
import { telOf } from '../visits/visit-words.ts';
import { ApproveButton } from './ApproveButton.tsx';

interface FixProps {
  readonly row: TodayRow;
  /** The first row has the one filled button of the page. */
  readonly isFirst: boolean;
  readonly onPlace: () => void;
  readonly onCover: (visit: VisitKey) => void;
}

const firstName = (name: string) => name.split(' ')[0] ?? name;

const CoverButton = ({
  title,
  visit,
  onCover,
}: {
  readonly title: string;
  readonly visit: VisitKey;
  readonly onCover: FixProps['onCover'];
}) => (
  <Button
    leftSection={<IconUserCheck {...menuIcon} />}
    aria-label={`Cover: ${title}`}
    onClick={() => onCover(visit)}
  >
    Cover
  </Button>
);

/** What fixes a row, there where it is or at the place where it is fixed. */
export const FixButton = ({ row, isFirst, onPlace, onCover }: FixProps) => {
  const openPage = useOpenPage();
  const { mend, title, button } = row;
  const look = isFirst ? 'filled' : 'default';
  switch (mend.by) {
    case 'call':
      return (
        <>
          <Button
            component="a"
            variant={look}
            href={telOf(mend.phone)}
            leftSection={<IconPhone {...menuIcon} />}
            aria-label={`Call ${mend.name}, ${mend.phone}`}
          >
            Call <span data-phone>&nbsp;{firstName(mend.name)}</span>
          </Button>
          {mend.visit && <CoverButton title={title} visit={mend.visit} onCover={onCover} />}
        </>
      );
    case 'cover':
      return <CoverButton title={title} visit={mend.visit} onCover={onCover} />;
    case 'approve':
      return <ApproveButton asked={mend.asked} title={title} word={button} look={look} />;
    default: {
      const go = {
        record: () =>
          mend.by === 'record' &&
          void openPage('/createuser', { mode: 'Modify', id: mend.id, field: mend.field }),
        authorization: () => mend.by === 'authorization' && void openPage(AUTHORIZATION, { id: mend.id }),
        incident: () => mend.by === 'incident' && void openPage(INCIDENT, { id: mend.id }),
        list: onPlace,
      }[mend.by];
      return (
        <Button variant={look} aria-label={`${button}: ${title}`} onClick={() => go()}>
          {button}
        </Button>
      );
    }
  }
};
