/** The field of each refusal of a present password; a missing one is about it too. */
export const fieldsOfPassword = {
  fields_required: 'password',
  password_needed: 'password',
  password_wrong: 'password',
};
