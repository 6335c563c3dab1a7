/** Local storage key of the alert configurations that were saved in this browser. */
export const alertConfigurationsKey = 'alertConfigurations';
