import { commandCall, getCall, open, postCall } from '@homecare/domain/call.ts';
import { command, equality, filtered, ranges, wireDate, wireInt, wireText } from '@homecare/domain/wire.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requestOf } from './call-request.ts';

const name = 'test';
const roles = open('a test');

const save = commandCall('care_update', {
  name,
  roles,
  effect: 'write',
  input: command(
    z.strictObject({
      Remarks: wireText(285),
      EndDate: wireDate,
      week: z.object({ Mon: z.number() }),
      rev: wireInt().optional(),
    }),
    { customIds: ['ProviderID'] },
  ),
  output: z.null(),
});

const list = commandCall('care_get', {
  name,
  roles,
  effect: 'read',
  input: filtered({
    Status: { ops: equality, value: z.string() },
    StartDate: { ops: ranges, value: z.string() },
  }),
  output: z.null(),
});

const fieldsOf = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body ?? ''));

describe('a writing command', () => {
  const request = requestOf(save, {
    id: 7,
    customId: 'ProviderID',
    data: { Remarks: 'Key & "lockbox" + more', EndDate: null, week: { Mon: 30 } },
  });
  it('is a form to poster.php', () => {
    expect([request.method, request.path, request.contentType]).toEqual([
      'POST',
      'poster.php',
      'application/x-www-form-urlencoded',
    ]);
    expect(fieldsOf(request.body)).toMatchObject({ cmd: 'care_update', id: '7', customId: 'ProviderID' });
  });
  it('sends text as typed, null as empty text, objects as JSON text, and leaves out what is undefined', () => {
    expect(JSON.parse(fieldsOf(request.body).data ?? '')).toEqual([
      { field: 'Remarks', value: 'Key & "lockbox" + more' },
      { field: 'EndDate', value: '' },
      { field: 'week', value: '{"Mon":30}' },
    ]);
  });
});

describe('a reading command', () => {
  it('writes operators before the values, none for equality', () => {
    const { body } = requestOf(list, {
      filters: [
        { field: 'Status', op: '!', value: 'Deleted' },
        { field: 'StartDate', op: '<=', value: '2026-11-20' },
        { field: 'Status', op: '=', value: 'Active' },
      ],
    });
    expect(JSON.parse(fieldsOf(body).data ?? '')).toEqual([
      { field: 'Status', value: '!Deleted' },
      { field: 'StartDate', value: '<=2026-11-20' },
      { field: 'Status', value: 'Active' },
    ]);
  });
  it('needs no filters', () =>
    expect(fieldsOf(requestOf(list, {}).body)).toEqual({ cmd: 'care_get', data: '[]' }));
});

describe('calls by path', () => {
  const input = z.strictObject({ date: z.string(), id: wireInt().optional() });
  it('puts the input of a GET into the query', () => {
    const day = getCall(['modules/EVV/getEVVList.php'], {
      name,
      roles,
      effect: 'poll',
      input,
      output: z.null(),
    });
    expect(requestOf(day, { date: '2026-11-20' }).path).toBe('modules/EVV/getEVVList.php?date=2026-11-20');
  });
  it('puts the input of a POST into a JSON body', () => {
    const touch = postCall(['session/touch'], { name, roles, effect: 'write', input, output: z.null() });
    expect(requestOf(touch, { date: '2026-11-20', id: 4 })).toEqual({
      method: 'POST',
      path: 'session/touch',
      body: '{"date":"2026-11-20","id":4}',
      contentType: 'application/json',
    });
  });
});
