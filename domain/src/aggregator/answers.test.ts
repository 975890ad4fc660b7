import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { answerFor, readPost, readStatus } from './answers.ts';

const uuid = '7f6dcd1a-ec5e-4efd-a2d4-1049756016a5';
const NOT_READY = 'The result for the input UUID is not ready yet. Please try again.';
const received = {
  id: uuid,
  status: 'SUCCESS',
  messageSummary: NOT_READY,
  data: { uuid, account: '12345', message: NOT_READY, reason: 'Transaction Received.' },
};
const echo = (SequenceID: number, ErrorCode: string | null, ErrorMessage: string | null) => ({
  ProviderIdentification: { ProviderID: '1', ErrorCode: null, ErrorMessage: null },
  SequenceID,
  ErrorCode,
  ErrorMessage,
});
const errors = (data: unknown[], more: object = {}) => ({
  id: uuid,
  status: 'SUCCESS',
  messageSummary: `[${data.length}] Records uploaded, please check errors/warnings and try again.`,
  data,
  ...more,
});

describe('the answer to a submission', () => {
  it('contains the uuid', () => {
    expect(readPost(received)).toEqual({ kind: 'received', uuid, refused: new Map() });
  });

  it('names what is wrong with each record if all failed', () => {
    const answer = readPost(
      errors([echo(5, null, 'ERROR: The ClientPhone format is incorrect.')], { status: 'FAILED' }),
    );
    expect(answer).toMatchObject({ kind: 'refused' });
    expect(answer?.refused.get(5)).toEqual({
      status: 'Failed',
      message: 'ERROR: The ClientPhone format is incorrect.',
    });
  });

  it('has a status to ask for if some records were received', () => {
    const data = [echo(5, null, 'The SequenceID cannot be null.'), echo(6, null, null)];
    const answer = readPost(errors(data, { status: 'FAILED', succeededCount: 1, failedCount: 1 }));
    expect(answer).toMatchObject({ kind: 'received', uuid });
    expect([...(answer?.refused.keys() ?? [])]).toEqual([5]);
  });

  it('refuses all records if it is about the whole account', () => {
    const message =
      'The Account for input record(s) does not match with given Account 1. Please check and try again.';
    expect(readPost({ status: 'FAILED', messageSummary: message, data: null })).toEqual({
      kind: 'refused',
      refused: new Map(),
      message,
    });
  });

  test.each([undefined, null, 'Bad Gateway', {}, { status: 'SUCCESS' }, [], { status: 5 }])(
    'that cannot be read leaves it open: %o',
    (json) => expect(readPost(json)).toBeUndefined(),
  );
});

describe('the status of a submission', () => {
  it('may not be ready yet', () => expect(readStatus(received)).toEqual({ kind: 'notReady' }));

  it('is decided for each record, not by the word SUCCESS', () => {
    const status = readStatus(
      errors([
        echo(1, '-1021', 'Client not found'),
        echo(2, null, null),
        echo(3, '-709', 'Version number is duplicated or older than current'),
        { SequenceID: '4', ErrorCode: null, Calls: [{ ErrorMessage: 'The CallType format is incorrect.' }] },
        echo(5, null, 'WARNING: Truncated.'),
      ]),
    );
    const outcomes = [1, 2, 3, 4, 5, 6].map((sequence) =>
      status?.kind === 'ready' ? status.outcomeOf(sequence) : undefined,
    );
    expect(outcomes.map((outcome) => outcome?.status)).toEqual([
      'Failed',
      'Success',
      'again',
      'Failed',
      'Success',
      'Success',
    ]);
    expect(outcomes[3]?.message).toBe('The CallType format is incorrect.');
  });

  it('is Success for all records if everything went well', () => {
    const status = readStatus({
      id: uuid,
      status: 'SUCCESS',
      messageSummary: 'All records updated successfully.',
      data: {},
    });
    expect(status?.kind === 'ready' && status.outcomeOf(1).status).toBe('Success');
  });

  test.each([undefined, '', {}, { status: 'SUCCESS', data: [] }, { messageSummary: 'Hello' }])(
    'that cannot be read is none: %o',
    (json) => expect(readStatus(json)).toBeUndefined(),
  );
});

it("keeps only a record's own part of the answer", () => {
  const text = answerFor(errors([echo(1, null, 'Client not found'), echo(2, null, 'Worker not found')]), 2);
  expect(text).toContain('Worker not found');
  expect(text).not.toContain('Client not found');
  expect(JSON.parse(answerFor('Bad Gateway', 1))).toEqual({
    data: { message: 'The answer could not be read.' },
  });
});

it('can be read whatever the answer is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer(), (json, sequence) => {
      readPost(json);
      const status = readStatus(json);
      if (status?.kind === 'ready') expect(status.outcomeOf(sequence).message).toBeTypeOf('string');
      expect(JSON.parse(answerFor(json, sequence))).toBeTypeOf('object');
    }),
  );
});
