// Steps outside of this package must be defined with the cucumber that runs the scenarios.
// biome-ignore lint/performance/noBarrelFile: this is the entry point of a package, not of a folder.
export { After, Before, DataTable, defineParameterType, Given, Then, When } from "@cucumber/cucumber";
