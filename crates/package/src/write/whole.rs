//! The package as it is, to be packed.

use super::plan::Conversion;
use crate::error::PackageError;
use crate::package::Package;

impl Package {
    /// Plans a copy of the package with all its files, hidden ones and editors' copies left out; nothing
    /// is lost. To be written as an archive.
    ///
    /// # Errors
    /// [`PackageError`] where its folders cannot be listed.
    pub fn copy(&self) -> Result<Conversion<'_>, PackageError> {
        self.tree().bound_listings();
        let mut conversion = Conversion::new(self, true);
        let copied = conversion.copy_all();
        self.tree().release_listings();
        copied.map(|()| conversion)
    }
}
