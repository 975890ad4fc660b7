import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { MAX_ID, wireInt } from '../wire.ts';
import { ClientPayer, ClientPayers, MAX_CLIENT_PAYERS, Payer, PayerFacts } from './schema.ts';

const admin = { roles: ['admin'] } as const;
const id = z.int().min(1).max(MAX_ID);
const queryId = wireInt(1, MAX_ID).pipe(z.int());
const rev = z.int().min(0).max(MAX_ID);

/** Lists payers by kind and name, with unused ones last. */
export const listPayers = getCall(['payers/list'], {
  ...admin,
  name: 'payers.list',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(Payer),
});

/** Saves a payer; without an id, a new one. */
export const savePayer = postCall(['payers/save'], {
  ...admin,
  name: 'payers.save',
  effect: 'write',
  creates: true,
  input: PayerFacts.extend({ id: id.nullable(), rev: rev.nullable() }),
  output: z.strictObject({ id: z.int(), rev: z.int() }),
});

/** A client's payers in the order in which they are billed. */
export const getClientPayers = getCall(['payers/get-client'], {
  ...admin,
  name: 'payers.getOfClient',
  effect: 'read',
  input: z.strictObject({ clientId: queryId }),
  output: ClientPayers,
});

/** Replaces a client's whole list of payers. */
export const saveClientPayers = postCall(['payers/save-client'], {
  ...admin,
  name: 'payers.saveOfClient',
  effect: 'write',
  input: z.strictObject({ clientId: id, payers: z.array(ClientPayer).max(MAX_CLIENT_PAYERS), rev }),
  output: z.strictObject({ rev: z.int() }),
});
