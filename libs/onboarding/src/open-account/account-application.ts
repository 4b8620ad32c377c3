import type { AccountApplication } from '#broker/broker.js';
import type { NewProfile } from '../trader-profile/trader-profile.state.js';

/** Returns the profile as an application in the format of the broker port. */
export const accountApplication = (
  profile: NewProfile & { readonly appliedAt: string },
  taxId: string,
): AccountApplication => ({
  emailAddress: profile.emailAddress,
  phone: profile.phone,
  streetAddress: profile.residentialAddress,
  unit: profile.unitAptNumber,
  city: profile.city,
  state: profile.state,
  postalCode: profile.postalCode,
  country: profile.country,
  givenName: profile.legalFirstName,
  familyName: profile.legalLastName,
  dateOfBirth: profile.dateOfBirth,
  taxId,
  countryOfCitizenship: profile.countryOfCitizenship,
  countryOfBirth: profile.countryOfBirth,
  countryOfTaxResidence: profile.countryOfTaxResidence,
  fundingSource: profile.accountFundingSource,
  annualIncomeRange: profile.annualHouseholdIncomeRange,
  liquidAssetsRange: profile.investibleLiquidAssetsRange,
  employmentStatus: profile.employmentStatus,
  employerName: profile.nameOfEmployer,
  employerAddress: profile.employerAddress,
  employmentPosition: profile.occupationJobTitle,
  maritalStatus: profile.maritalStatus,
  permanentResident: profile.permanentResident,
  visaType: profile.visaType,
  visaExpirationDate: profile.visaExpirationDate,
  dateOfDepartureFromUsa: profile.dateOfDepartureFromUSA,
  isControlPerson: profile.isControlPerson,
  isAffiliatedExchangeOrFinra: profile.isAffiliatedExchangeOrFinra,
  isPoliticallyExposed: profile.isPoliticallyExposed,
  immediateFamilyExposed: profile.inmediateFamilyExposed,
  trustedContact:
    profile.trustedContactFirstName === null
      ? null
      : {
          givenName: profile.trustedContactFirstName,
          familyName: profile.trustedContactLastName ?? '',
          emailAddress: profile.trustedContactEmailAddress ?? '',
          phone: profile.trustedContactPhoneNumber ?? '',
        },
  agreementSignedAt: profile.appliedAt,
  agreementIp: profile.agreementIp,
});
