import { type RawBuilder, sql } from 'kysely';

/**
 * What a person record says of health, of checks and of expiry dates: read whole and judged in the process, never compared in
 * SQL. One accessor for each column; the field dictionary of people names them a second time, for the record itself.
 */

const column =
  (path: `people.${string}`) =>
  (person = 'people'): RawBuilder<unknown> =>
    sql.ref(path.replace('people', person));

export const sealed = {
  diagnosis: column('people.diagnosis'),
  icd10: column('people.icd10'),
  doctor: column('people.doctor'),
  covidVaccine: column('people.covid_vaccine'),
  flushotVaccine: column('people.flushot_vaccine'),
  covidStatus: column('people.covid_status'),
  telehealthConsent: column('people.telehealth_consent'),
  field2: column('people.field2'),
  otherService: column('people.other_service'),
  gender: column('people.gender'),
  marital: column('people.marital'),
  startOfCare: column('people.start_of_care'),
  homeVisit: column('people.home_visit'),
  benefitRenewal: column('people.benefit_renewal'),
  caseManagerDate: column('people.case_manager_date'),
  clientSkillTraining: column('people.client_skill_traning'),
  idExpiration: column('people.id_expiration'),
  workAuthorization: column('people.work_authorization_expiration'),
  safetyTraining: column('people.safety_training'),
  backgroundCheck: column('people.background_check'),
  capsCheck: column('people.caps_check'),
  staffEvaluation: column('people.staff_evaluation'),
  skillValidation: column('people.skill_validation'),
  parExpiration: column('people.par_expiration'),
} as const;
