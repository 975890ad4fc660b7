import * as calls from '@homecare/domain/family/contract.ts';
import { useRead } from '../../platform/query.ts';

export const useMembers = (clientId: number) => useRead(calls.listMembers, { clientId }, { staleTime: 0 });

const changes = [calls.listMembers];
export const INVITE = { call: calls.invite, changes } as const;
export const SAVE_MEMBER = { call: calls.saveMember, changes } as const;
export const SEND_LINK = { call: calls.sendLink, changes } as const;
export const END_MEMBER = { call: calls.endMember, changes } as const;
