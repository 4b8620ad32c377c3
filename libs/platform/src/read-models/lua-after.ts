/** Positions are compared as text: as numbers they would be rounded above 2^53. */
export const AFTER = `
local function after(a, b)
  if #a ~= #b then return #a > #b end
  return a > b
end
`;
