import { addReportMail, listReportMails, removeReportMail } from '@homecare/domain/report-mails/contract.ts';
import { useRead } from '../../platform/query.ts';

export const useReportMails = () => useRead(listReportMails, {}, { staleTime: 60_000 });
export const ADD_MAIL = { call: addReportMail, changes: [listReportMails] } as const;
export const REMOVE_MAIL = { call: removeReportMail, changes: [listReportMails] } as const;
