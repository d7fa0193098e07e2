/** The warning sign of a proposed meal. Those who get a variant are not warned: the planner chose it for them. */
import { type WarningsByMeal, warningsOfMeal } from '#domain/preferences/warnings.ts';
import { acceptedMeal, type Proposal, type ProposedMeal } from '#domain/proposal/proposal.ts';
import { WarningSign } from '#web/warnings/warning-sign.tsx';
import { variantEaters } from './meals.ts';

type SignProps = {
  proposal: Proposal;
  meal: ProposedMeal;
  warnings: WarningsByMeal;
  form: 'short' | 'large';
};

export function ProposalSign({ proposal, meal, warnings, form }: SignProps) {
  const accepted = acceptedMeal(meal);
  if (!accepted) return null;
  const served = variantEaters(proposal, meal);
  const others = warningsOfMeal({ ...accepted, exceptEaters: undefined }, warnings).filter(
    ({ eaterId }) => !served.includes(eaterId),
  );
  return <WarningSign warnings={others} exceptEaters={accepted.exceptEaters} form={form} />;
}
