import { sealedColumn } from './column.ts';

/**
 * What a person's record says about health, checks and expiry dates: read whole and checked in the process, never compared in SQL.
 * There is one accessor per column; the field dictionary of people names them once more, for the record itself.
 */

export const sealed = {
  notes: sealedColumn('people.notes'),
  diagnosis: sealedColumn('people.diagnosis'),
  icd10: sealedColumn('people.icd10'),
  doctor: sealedColumn('people.doctor'),
  covidVaccine: sealedColumn('people.covid_vaccine'),
  flushotVaccine: sealedColumn('people.flushot_vaccine'),
  covidStatus: sealedColumn('people.covid_status'),
  telehealthConsent: sealedColumn('people.telehealth_consent'),
  field2: sealedColumn('people.field2'),
  otherService: sealedColumn('people.other_service'),
  gender: sealedColumn('people.gender'),
  marital: sealedColumn('people.marital'),
  startOfCare: sealedColumn('people.start_of_care'),
  homeVisit: sealedColumn('people.home_visit'),
  benefitRenewal: sealedColumn('people.benefit_renewal'),
  caseManagerDate: sealedColumn('people.case_manager_date'),
  clientSkillTraining: sealedColumn('people.client_skill_traning'),
  idExpiration: sealedColumn('people.id_expiration'),
  workAuthorization: sealedColumn('people.work_authorization_expiration'),
  safetyTraining: sealedColumn('people.safety_training'),
  backgroundCheck: sealedColumn('people.background_check'),
  capsCheck: sealedColumn('people.caps_check'),
  staffEvaluation: sealedColumn('people.staff_evaluation'),
  skillValidation: sealedColumn('people.skill_validation'),
  parExpiration: sealedColumn('people.par_expiration'),
} as const;
