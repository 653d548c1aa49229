package io.sluice.proxy;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Who may know whom: the arrows between modules and packages. */
class ArchitectureTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("test-classes") && !location.contains("-tests.jar"))
            .importPackages("io.sluice");

    private static final DescribedPredicate<JavaClass> JDK =
            resideInAnyPackage("java..", "org.jspecify..").as("the JDK, or its nullness marks");

    private static ArchRule knowsOnly(String module, DescribedPredicate<JavaClass> known) {
        return classes()
                .that()
                .resideInAPackage(module)
                .should()
                .onlyDependOnClassesThat(resideInAPackage(module).or(JDK).or(known));
    }

    private static ArchRule knowsNothingOf(String from, String... unknown) {
        return noClasses()
                .that()
                .resideInAPackage("io.sluice.proxy." + from)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(unknown);
    }

    @Test
    void encodingAndStoreInterfaceKnowTheJdkOnly() {
        DescribedPredicate<JavaClass> nothing = DescribedPredicate.alwaysFalse();
        knowsOnly("io.sluice.encoding..", nothing).check(MAIN);
        knowsOnly("io.sluice.kv..", nothing).check(MAIN);
    }

    @Test
    void theProxyKnowsNoBackend() {
        noClasses()
                .that()
                .resideInAPackage("io.sluice.proxy..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.sluice..")
                        .and(DescribedPredicate.not(
                                resideInAnyPackage("io.sluice.proxy..", "io.sluice.kv..", "io.sluice.encoding.."))))
                .check(MAIN);
    }

    @Test
    void theEngineKnowsNothingOfProtocolCommandsAndTypes() {
        knowsNothingOf(
                        "engine..",
                        "io.sluice.proxy.resp..",
                        "io.sluice.proxy.command..",
                        "io.sluice.proxy.server..",
                        "io.sluice.proxy.type..",
                        "io.sluice.proxy.rdb..",
                        "io.sluice.proxy.config..",
                        "io.netty..")
                .check(MAIN);
    }

    @Test
    void typesKnowNothingOfTheProtocol() {
        knowsNothingOf(
                        "type..",
                        "io.sluice.proxy.resp..",
                        "io.sluice.proxy.command..",
                        "io.sluice.proxy.server..",
                        "io.netty..")
                .check(MAIN);
    }

    @Test
    void commandsKnowNothingOfTheServer() {
        knowsNothingOf("command..", "io.sluice.proxy.server..", "io.netty.channel..", "io.netty.handler..")
                .check(MAIN);
    }

    @Test
    void protocolTextAndDumpsKnowNothingAboveThem() {
        String[] above = {
            "io.sluice.proxy.server..",
            "io.sluice.proxy.command..",
            "io.sluice.proxy.type..",
            "io.sluice.proxy.engine..",
            "io.sluice.proxy.config..",
            "io.sluice.proxy.stats.."
        };
        for (String below : new String[] {"resp..", "text..", "rdb.."}) {
            knowsNothingOf(below, above).check(MAIN);
        }
        knowsNothingOf("text..", "io.sluice.proxy.resp..", "io.sluice.proxy.rdb..")
                .check(MAIN);
        knowsNothingOf("resp..", "io.sluice.kv..", "io.sluice.encoding..").check(MAIN);
    }

    @Test
    void noTwoPackagesKnowEachOther() {
        slices().matching("io.sluice.proxy.(*)..").should().beFreeOfCycles().check(MAIN);
    }

    /** The proof that the rules above see anything at all. */
    @Test
    void theArrowsThatAreThereAreSeen() {
        assertThatThrownBy(() ->
                        knowsNothingOf("command..", "io.sluice.proxy.engine..").check(MAIN))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> knowsOnly("io.sluice.proxy.engine..", DescribedPredicate.alwaysFalse())
                        .check(MAIN))
                .isInstanceOf(AssertionError.class);
    }
}
