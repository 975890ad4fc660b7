import { describe, expect, it } from 'vitest';
import { type Cells, emptyForm, type PlanForm } from './plan-form.ts';
import { changedWords, isSameForm, rebased } from './plan-merge.ts';

const cells: Cells = { in: { Mon: '08:30', Tue: '09:00' }, 'pc:Bathing': { Mon: '30' } };
const base: PlanForm = { ...emptyForm('2026-11-20'), remarks: 'Key in the lockbox', cells };

describe('what is unsaved', () => {
  it('is nothing when something was typed and taken back, or only its shape differs', () => {
    expect(isSameForm({ ...base, remarks: `${base.remarks}` }, base)).toBe(true);
    expect(isSameForm({ ...base, cells: { ...cells, in: { Mon: '830', Tue: '9', Wed: '' } } }, base)).toBe(
      true,
    );
    expect(isSameForm({ ...base, cells: { ...cells, travel: { Mon: '0' } } }, base)).toBe(true);
  });

  it('is named by field and by day', () => {
    const typed = {
      ...base,
      remarks: 'Ring twice',
      cells: { ...cells, in: { Mon: '08:30' }, 'hm:Laundry': { Fri: '15' } },
    };
    expect(changedWords(typed, base)).toEqual(['Remarks', 'Tuesday', 'Friday']);
    expect(isSameForm(typed, base)).toBe(false);
  });
});

describe('a plan that somebody else saved in the meantime', () => {
  const fresh: PlanForm = {
    ...base,
    remarks: 'Dog in the yard',
    isExcluded: true,
    excluded: '2026-10-01',
    cells: { in: { Mon: '08:45', Tue: '09:00' }, 'pc:Bathing': { Mon: '45', Tue: '20' } },
  };

  it('keeps every cell and field typed here, and takes the rest of theirs', () => {
    const typed: PlanForm = {
      ...base,
      remarks: 'Ring twice',
      cells: { ...cells, in: { Mon: '10:00', Tue: '' } },
    };
    expect(rebased(typed, base, fresh)).toEqual({
      ...fresh,
      remarks: 'Ring twice',
      cells: { in: { Mon: '10:00', Tue: '' }, 'pc:Bathing': { Mon: '45', Tue: '20' } },
    });
  });

  it('is taken as it is when nothing was typed', () => {
    expect(rebased(base, base, fresh)).toEqual(fresh);
  });
});
