import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onPhone,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { FiguresTable } from './FiguresTable.tsx';

afterEach(closePages);

const week = {
  ...{ name: '2026-11-22', planned: 20, filled: 19, openMinutes: 0, usual: 15 },
  ...{ covers: 2, withoutOvertime: 2, medianMinutes: 41 },
};

it('opens on a phone each figure of a row from its menu, and none that counts nothing', async () => {
  onPhone();
  signInAs('user');
  answerWith(() => ({ data: CAPABILITIES }));
  const onFigure = vi.fn();
  const Page = () => <FiguresTable group="weeks" rows={[week]} onFigure={onFigure} />;
  await openPages({ '/schedule/figures': Page }, '/schedule/figures');
  fireEvent.click(await screen.findByRole('button', { name: /^More for/ }));
  expect(screen.queryByRole('menuitem', { name: /^Open/ })).toBeNull();
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Usual caregiver/ }));
  expect(onFigure).toHaveBeenCalledWith('usual', week);
});
