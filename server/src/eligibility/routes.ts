import * as calls from '@homecare/domain/eligibility/contract.ts';
import { bind, bindList, bindUpload } from '../platform/http/bind.ts';
import { downloadAnswer, listAnswers, rehearseRequest, uploadEligibility } from './answers.ts';
import { downloadRequest, listRequests, makeRequest, previewRequest, printRequestSheet } from './requests.ts';
import { deleteEntry, getEntryOrigin, loadEligibility, saveEntry } from './service.ts';

export const eligibilityRoutes = [
  // The answer contains clients' names.
  bindList(calls.getEligibility, {
    revision: () => [
      ['eligibility', 'all'],
      ['people', 'named'],
    ],
    load: loadEligibility,
    rowsOf: 'eligibility',
  }),
  bind(calls.getEntryOrigin, getEntryOrigin),
  bind(calls.saveEntry, saveEntry),
  bind(calls.deleteEntry, deleteEntry),
  bind(calls.previewRequest, previewRequest),
  bind(calls.makeRequest, makeRequest),
  bind(calls.listRequests, listRequests),
  bind(calls.downloadRequest, downloadRequest),
  bind(calls.printRequestSheet, printRequestSheet),
  bindUpload(calls.uploadEligibility, uploadEligibility),
  bind(calls.listEligibilityAnswers, listAnswers),
  bind(calls.downloadEligibilityAnswer, downloadAnswer),
  bind(calls.rehearseRequest, rehearseRequest),
];
