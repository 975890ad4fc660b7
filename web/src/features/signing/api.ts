import * as calls from '@homecare/domain/signing/contract.ts';
import type { SignedSubject } from '@homecare/domain/signing/schema.ts';
import { useRead } from '../../platform/query.ts';

export const useSigning = (subject: SignedSubject) => useRead(calls.listSigning, subject, { staleTime: 0 });

const changes = [calls.listSigning];
export const ASK = { call: calls.askSignatures, changes } as const;
export const MAKE_LINK = { call: calls.makeSigningLink, changes } as const;
export const TAKE_BACK = { call: calls.withdrawSigner, changes } as const;
export const CHECK_FILE = { call: calls.checkFile } as const;
