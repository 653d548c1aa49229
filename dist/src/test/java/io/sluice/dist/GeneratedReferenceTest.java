package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The committed files are what the table of settings gives. */
class GeneratedReferenceTest {

    @Test
    void theCommittedFilesAreUpToDate() throws Exception {
        for (Map.Entry<Path, String> file : GenerateReference.render().entrySet()) {
            Path committed = Path.of("..").resolve(file.getKey());
            assertThat(Files.readString(committed))
                    .as("%s; bin/generate-reference writes it anew", committed)
                    .isEqualTo(file.getValue());
        }
    }
}
