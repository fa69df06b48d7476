/** Version that the service reports: that of an imitated release of the reference. */
export const serviceVersion = "1.14.9";
