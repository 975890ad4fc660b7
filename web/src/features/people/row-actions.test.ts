import { IconPencil } from '@tabler/icons-react';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES, rowOf } from '../../../testing/application.tsx';
import { offeredActions } from '../../platform/row-actions.ts';
import { only, type RowAction, type Viewer } from './row-actions.ts';

const provider = rowOf(1, {});
const client = rowOf(2, {});
const admin: Viewer = { role: 'admin', capabilities: CAPABILITIES };
const action = (more: Partial<RowAction>): RowAction => ({
  key: 'one',
  label: 'One',
  icon: IconPencil,
  group: 'record',
  roles: ['admin', 'user'],
  ...more,
});
const isOffered = (more: Partial<RowAction>, person = client, viewer = admin) =>
  offeredActions([action(more)], person, viewer).length === 1;

describe('an action of a row', () => {
  it('is offered to its roles alone', () => {
    expect(isOffered({})).toBe(true);
    expect(isOffered({}, client, { ...admin, role: 'provider' })).toBe(false);
  });

  it('is offered for its kind of person alone', () => {
    expect(isOffered({ shown: only('Client') }, client)).toBe(true);
    expect(isOffered({ shown: only('Client') }, provider)).toBe(false);
  });

  it('needs all of one list of switches and one of the other; unknown ones are off', () => {
    const without = (off: Partial<typeof CAPABILITIES>): Viewer => ({
      role: 'admin',
      capabilities: { ...CAPABILITIES, ...off },
    });
    const noSms = without({ smsEnabled: false });
    expect(isOffered({ needs: ['premium', 'smsEnabled'] }, client, noSms)).toBe(false);
    expect(isOffered({ needsOne: ['emailEnabled', 'smsEnabled'] }, client, noSms)).toBe(true);
    const silent = without({ smsEnabled: false, emailEnabled: false });
    expect(isOffered({ needsOne: ['emailEnabled', 'smsEnabled'] }, client, silent)).toBe(false);
    expect(isOffered({ needs: ['premium'] }, client, { role: 'admin', capabilities: undefined })).toBe(false);
  });

  it('with a submenu is offered when something in it is', () => {
    expect(isOffered({ items: [action({ shown: only('Provider') })] }, client)).toBe(false);
    expect(isOffered({ items: [action({ shown: only('Provider') })] }, provider)).toBe(true);
  });
});
